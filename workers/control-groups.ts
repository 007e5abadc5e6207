import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';

/** Reads a small file; null if it does not exist or cannot be read. */
export type ReadText = (path: string) => string | null;

/** A control group of this process, and how to measure its memory. */
export interface MemoryGroup {
  /** Its folder. */
  path: string;
  limitBytes: number;
  /** Anonymous memory of all its processes, in bytes: excludes the page cache, which can be reclaimed. */
  readAnonymousBytes: () => number;
}

export interface CpuGroup {
  /** The processor time that its processes may use together, in cores; 0.5 is half a core. */
  cores: number;
  /** The processor time that its processes have used, in milliseconds. */
  readUsedMs: () => number;
}

/** The folders of this process's group and its ancestors, innermost first. */
interface Folders {
  version: 1 | 2;
  paths: string[];
}

/**
 * Finds the control group (version 1 or 2) with the lowest memory limit; null if none has a limit below the machine's memory.
 * @param machineBytes the machine's memory
 */
export function findMemoryGroup(
  read: ReadText = readOrNull,
  machineBytes: number = totalmem(),
): MemoryGroup | null {
  const groups = groupsOf('memory', read).flatMap(({ version, paths }) =>
    paths.map((path) => {
      const limit = read(`${path}/${version === 2 ? 'memory.max' : 'memory.limit_in_bytes'}`);
      const field = version === 2 ? 'anon' : 'total_rss';
      return {
        path,
        // `max` or a missing file means no limit; version 1 writes a number larger than any machine.
        limitBytes: Number.parseInt(limit ?? '', 10),
        readAnonymousBytes: () => fieldOf(read(`${path}/memory.stat`), field),
      };
    }),
  );
  return least(groups, ({ limitBytes }) => (limitBytes < machineBytes ? limitBytes : 0));
}

/** Finds the control group with the lowest processor quota; null if none has one. */
export function findCpuGroup(read: ReadText = readOrNull): CpuGroup | null {
  const groups = groupsOf('cpu', read).flatMap(({ version, paths }) =>
    paths.map((path) => (version === 2 ? cpuGroupOf(path, read) : firstCpuGroupOf(path, read))),
  );
  return least(groups, ({ cores }) => cores);
}

function cpuGroupOf(path: string, read: ReadText): CpuGroup {
  const [quota = '', period = ''] = (read(`${path}/cpu.max`) ?? '').split(/\s+/);
  return {
    cores: Number.parseInt(quota, 10) / Number.parseInt(period, 10),
    readUsedMs: () => fieldOf(read(`${path}/cpu.stat`), 'usage_usec') / 1e3,
  };
}

function firstCpuGroupOf(path: string, read: ReadText): CpuGroup {
  const [quota, period] = ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((file) =>
    Number.parseInt(read(`${path}/${file}`) ?? '', 10),
  );
  const accounts = path.replace('/sys/fs/cgroup/cpu', '/sys/fs/cgroup/cpuacct');
  return {
    cores: (quota ?? 0) / (period ?? 0),
    readUsedMs: () => Number.parseInt(read(`${accounts}/cpuacct.usage`) ?? '0', 10) / 1e6,
  };
}

function groupsOf(controller: string, read: ReadText): Folders[] {
  return (read('/proc/self/cgroup') ?? '').split('\n').flatMap((line): Folders[] => {
    const [number, controllers = '', ...path] = line.split(':');
    if (number === '0') return [{ version: 2, paths: foldersOf('/sys/fs/cgroup', path.join(':')) }];
    if (!controllers.split(',').includes(controller)) return [];
    return [{ version: 1, paths: foldersOf(`/sys/fs/cgroup/${controller}`, path.join(':')) }];
  });
}

/**
 * Returns the folders of a group and its ancestors. In a container the path may lead outside the mount; then only the mount's own
 * folder exists.
 */
function foldersOf(mount: string, path: string): string[] {
  const folders: string[] = [];
  for (let folder = path; folder !== '/' && folder !== '.'; folder = dirname(folder)) {
    folders.push(`${mount}${folder}`);
  }
  return [...folders, mount];
}

function fieldOf(stat: string | null, field: string): number {
  return Number.parseInt(new RegExp(`^${field} (\\d+)$`, 'm').exec(stat ?? '')?.[1] ?? '0', 10);
}

/** Returns the group with the lowest limit above 0. */
function least<Group>(groups: Group[], limitOf: (group: Group) => number): Group | null {
  const limited = groups.filter((group) => limitOf(group) > 0);
  return limited.sort((one, other) => limitOf(one) - limitOf(other))[0] ?? null;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
