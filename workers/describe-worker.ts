import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Environment } from '../config/environment.ts';
import type { WorkerFacts } from '../db/queries/worker-registry.ts';
import { JOBS_QUEUE, WORKFLOW_QUEUE, type TaskQueue } from '../temporal-config/task-queues.ts';
import type { JobTypes } from '../jobs/load-job-types.ts';
import type { BrowserStage } from './browser-stage.ts';
import type { ResourceMeter } from './resource-meter.ts';
import { cachedWorkflows, slotsOfQueues } from './served-queues.ts';

interface Described {
  environment: Environment;
  worker: string;
  queues: TaskQueue[];
  browserStage: BrowserStage | null;
  jobTypes: JobTypes;
  meter: ResourceMeter;
  /** This worker's share of the pod's memory. */
  memoryLimitMiB: number;
  /** By the database's clock. */
  now: Date;
}

/** Describes a worker: the facts that it logs when it starts, and keeps in the registry. */
export function describeWorker(described: Described): WorkerFacts {
  const { environment, queues, meter } = described;
  const total = environment.MAX_CONCURRENT_TASKS;
  return {
    workerId: described.worker,
    instanceId: randomUUID(),
    podName: hostname(),
    role: environment.WORKER_ROLE ?? null,
    version: environment.WORKER_BUILD_ID ?? readVersion(),
    queues: slotsOfQueues(queues, { total, browsers: described.browserStage?.slots ?? 0 }),
    maxConcurrentTasks: total,
    startedAt: new Date(described.now.getTime() - process.uptime() * 1_000),
    tuner: {
      memory_threshold: environment.MEMORY_BACKOFF_THRESHOLD,
      cpu_threshold: environment.CPU_BACKOFF_THRESHOLD,
      backoff_ms: environment.BACKOFF_DURATION_MS,
      measures: meter.measures,
      memory_limit_mb: described.memoryLimitMiB,
      max_cached_workflows: queues.includes(WORKFLOW_QUEUE)
        ? cachedWorkflows(described.memoryLimitMiB)
        : null,
      heartbeat_interval_ms: environment.HEARTBEAT_INTERVAL_MS,
      shares_storage: environment.STORAGE_SHARED,
      ...(queues.includes(JOBS_QUEUE) ? { job_types: [...described.jobTypes.keys()] } : {}),
    },
  };
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
