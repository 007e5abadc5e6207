import type { WorkerFacts, WorkerState } from '../../db/queries/worker-registry.ts';

/** The state that a worker reported in its last heartbeat. */
export const TOLD: WorkerState = {
  status: 'active',
  activeTaskCount: 1,
  currentTaskIds: ['told'],
  resources: {
    memory_mb: 256,
    memory_total_mb: 512,
    memory_rss_mb: 320,
    memory_percent: 50,
    cpu_user_ms: 1,
    cpu_system_ms: 1,
    cpu_percent: 45,
    is_backing_off: false,
    backoff_reason: null,
  },
};

/** Returns a worker of this project that started a minute ago. Such a worker records which work it has in hand. */
export function ownWorker(workerId: string): WorkerFacts {
  return {
    workerId,
    instanceId: '00000000-0000-4000-8000-000000000001',
    podName: 'pod',
    role: null,
    version: '0.1.0',
    queues: [],
    tuner: {
      memory_threshold: 0.85,
      cpu_threshold: 0.9,
      backoff_ms: 10_000,
      memory_limit_mb: 2048,
      measures: { memory: 'control group', cpu: 'process tree' },
      max_cached_workflows: null,
      heartbeat_interval_ms: 30_000,
      shares_storage: true,
    },
    maxConcurrentTasks: 3,
    startedAt: new Date(Date.now() - 60_000),
  };
}
