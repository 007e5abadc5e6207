import { sql } from 'kysely';
import type { Disk } from '../../domain/disk.ts';
import type { Db } from '../../db/connect.ts';
import type { ApiServer } from './api-server.ts';

const BASE = '/api/worker-registry';

/** A disk without a free byte. */
export const FULL_DISK: Disk = {
  folder: '/data/payloads',
  free_bytes: 0,
  total_bytes: 10e9,
  has_free_files: true,
};

/** A worker as its heartbeat describes it. */
interface MadeWorker {
  id: string;
  pod: string;
  status?: string;
  memoryPercent: number;
  memoryLows?: number[];
  cpuPercent: number;
  disk?: Disk | undefined;
  backoffReason?: string;
  tasks?: string[];
}

/** Registers a worker through the API, as an external worker does, and sends its heartbeat. */
async function addWorker({ call }: Pick<ApiServer, 'call'>, worker: MadeWorker): Promise<void> {
  const { id, pod, status = 'active', memoryPercent, memoryLows, cpuPercent, disk } = worker;
  const { backoffReason, tasks = [] } = worker;
  const queues = [
    { queue: 'fetch-dutchie', slots: 3 },
    { queue: 'ingest', slots: 3 },
  ];
  const registered = { worker_id: id, pod_name: pod, role: 'payload_fetch', version: '0.1.0', queues };
  await call('POST', `${BASE}/register`, { body: registered });
  await call('POST', `${BASE}/heartbeat`, {
    body: {
      worker_id: id,
      status,
      current_task_ids: tasks,
      max_concurrent_tasks: 3,
      resources: {
        memory_mb: memoryPercent * 5,
        memory_total_mb: 500,
        memory_percent: memoryPercent,
        memory_lows: memoryLows,
        cpu_percent: cpuPercent,
        is_backing_off: backoffReason !== undefined,
        backoff_reason: backoffReason ?? null,
        disk,
      },
    },
  });
}

/**
 * Adds two pods with three live workers, two of which have something to report, and one stopped worker. The memory of the one that
 * backs off rises.
 * @param tasks the tasks of the first worker
 * @param disk the disk of the worker that backs off
 */
export async function addFleet(
  server: Pick<ApiServer, 'call'> & { db: Db },
  tasks: string[] = [],
  disk?: Disk,
): Promise<void> {
  await addWorker(server, { id: 'pod-0-1', pod: 'pod-0', memoryPercent: 40, cpuPercent: 55.4, tasks });
  await addWorker(server, {
    id: 'pod-0-2',
    pod: 'pod-0',
    status: 'backing_off',
    memoryPercent: 80,
    memoryLows: Array.from({ length: 13 }, (_, span) => 41 + 3 * span),
    cpuPercent: 93,
    backoffReason: 'CPU at 93.0% (threshold: 90%)',
    disk,
  });
  const steady = { memoryPercent: 74.6, memoryLows: [74, 74, 75, 74, 74] };
  await addWorker(server, { id: 'pod-1-1', pod: 'pod-1', ...steady, cpuPercent: 5 });
  await addWorker(server, {
    id: 'pod-2-1',
    pod: 'pod-2',
    status: 'stopped',
    memoryPercent: 1,
    cpuPercent: 1,
  });
  const pod = { measured: '/sys/fs/cgroup', memory_mb: 900, memory_total_mb: 1_024, memory_percent: 87.9 };
  await sql`update workers set resources = resources || ${JSON.stringify({ pod })}::jsonb where pod_name = 'pod-0'`.execute(
    server.db,
  );
  await sql`update workers set clock_ahead_ms = 7200000, rival_pod_name = 'pod-9', rival_seen_at = clock_timestamp()
    where worker_id = 'pod-1-1'`.execute(server.db);
}

/** Adds two live workers and a stopped one on the same host, outside Kubernetes. */
export async function addHostWorkers(server: Pick<ApiServer, 'call'> & { db: Db }): Promise<void> {
  for (const [id, status] of [['vm-70', 'stopped'], ['vm-71'], ['vm-72']] as const)
    await addWorker(server, {
      id,
      pod: 'vm',
      ...(status === undefined ? {} : { status }),
      memoryPercent: 20,
      cpuPercent: 10,
    });
  const pod = {
    measured: '/sys/fs/cgroup',
    on_host: true,
    memory_mb: 200,
    memory_total_mb: 1_000,
    memory_percent: 20,
  };
  await sql`update workers set resources = resources || ${JSON.stringify({ pod })}::jsonb where pod_name = 'vm'`.execute(
    server.db,
  );
}
