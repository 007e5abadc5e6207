import { availableParallelism, totalmem } from 'node:os';
import type { Environment } from '../config/environment.ts';
import type { MemoryUse, PodMemory, WorkerResources } from '../domain/worker.ts';
import { findCpuGroup, findMemoryGroup } from './control-groups.ts';
import { readTreeUse } from './process-tree.ts';

const MIB = 2 ** 20;

/** Processor use is averaged over this many samples, so that a short peak does not count as load. */
const CPU_SAMPLES = 5;

/** What a pod's workers use of their limits now, and this process's part of it. */
export type Measured = Pick<
  WorkerResources,
  'memory_rss_mb' | 'cpu_user_ms' | 'cpu_system_ms' | 'cpu_percent'
> & { pod: PodMemory };

/** Measures the resource use of this process and its pod. */
export interface ResourceMeter {
  /** Of the pod. */
  memoryLimitMiB: number;
  /** How memory and processor time are measured. */
  measures: { memory: Scope; cpu: Scope };
  sample(): Measured;
  /** This worker's use of its share of the pod's memory, browsers included; if it is alone, the use of the pod. */
  ownMemory(sampled: Measured): MemoryUse;
}

type Scope = 'control group' | 'process tree';

/**
 * Creates the meter. Memory is the anonymous memory of the control group with the lowest limit; if none has a limit or
 * MEMORY_LIMIT_MIB is set, the resident memory of the process tree. Processor time is that of the control group with a quota,
 * else of the tree. The tree is the pod's, so that all its workers measure the same.
 * @param podPid the ancestor process of all workers of this pod
 */
export function createResourceMeter(
  {
    MEMORY_LIMIT_MIB: setLimitMiB,
    WORKERS_PER_POD: workers,
    KUBERNETES_SERVICE_HOST: cluster,
  }: Pick<Environment, 'MEMORY_LIMIT_MIB' | 'WORKERS_PER_POD' | 'KUBERNETES_SERVICE_HOST'>,
  podPid: number,
): ResourceMeter {
  const memoryGroup = setLimitMiB === undefined ? findMemoryGroup() : null;
  const limitBytes = memoryGroup?.limitBytes ?? (setLimitMiB === undefined ? totalmem() : setLimitMiB * MIB);
  const cpuGroup = findCpuGroup();
  const cores = Math.min(cpuGroup?.cores ?? Number.POSITIVE_INFINITY, availableParallelism());
  const times: { atMs: number; usedMs: number }[] = [];
  return {
    memoryLimitMiB: Math.floor(limitBytes / MIB),
    measures: {
      memory: memoryGroup === null ? 'process tree' : 'control group',
      cpu: cpuGroup === null ? 'process tree' : 'control group',
    },
    sample() {
      const tree = memoryGroup !== null && cpuGroup !== null ? null : readTreeUse(podPid);
      times.push({ atMs: performance.now(), usedMs: cpuGroup?.readUsedMs() ?? tree?.cpuMs ?? 0 });
      if (times.length > CPU_SAMPLES + 1) times.shift();
      const own = process.cpuUsage();
      return {
        memory_rss_mb: Math.round(process.memoryUsage.rss() / MIB),
        cpu_user_ms: Math.round(own.user / 1e3),
        cpu_system_ms: Math.round(own.system / 1e3),
        cpu_percent: inPercent(shareOfCores(times, cores)),
        pod: {
          measured: memoryGroup?.path ?? `processes below ${podPid}`,
          on_host: cluster === undefined,
          ...memoryUse(memoryGroup?.readAnonymousBytes() ?? tree?.residentBytes ?? 0, limitBytes),
        },
      };
    },
    ownMemory({ pod: { memory_mb, memory_total_mb, memory_percent } }) {
      if (workers === 1) return { memory_mb, memory_total_mb, memory_percent };
      const { anonymousBytes, residentBytes } = readTreeUse(process.pid);
      return memoryUse(memoryGroup === null ? residentBytes : anonymousBytes, limitBytes / workers);
    },
  };
}

function memoryUse(usedBytes: number, limitBytes: number): MemoryUse {
  return {
    memory_mb: Math.round(usedBytes / MIB),
    memory_total_mb: Math.round(limitBytes / MIB),
    memory_percent: inPercent(usedBytes / limitBytes),
  };
}

function shareOfCores(times: { atMs: number; usedMs: number }[], cores: number): number {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || last.atMs === first.atMs) return 0;
  return (last.usedMs - first.usedMs) / (last.atMs - first.atMs) / cores;
}

/** Converts a share of 1 to percent, with one decimal. */
function inPercent(share: number): number {
  return Math.round(Math.max(share, 0) * 1_000) / 10;
}
