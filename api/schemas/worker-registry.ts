import { z } from '@hono/zod-openapi';
import type { ListedWorker } from '../../db/queries/worker-registry.ts';
import { diskShortage } from '../../domain/disk.ts';
import { MEMORY_SPANS_MAX, memoryTrend } from '../../domain/memory-trend.ts';
import { BACKOFF_CAUSES } from '../../domain/worker.ts';
import { withIsoTimes } from '../../reports/iso-times.ts';
import { severalOf } from '../parameters.ts';
import { time } from '../route-parts.ts';
import { plainText } from './plain-text.ts';

const count = z.number().int().min(0).max(2_147_483_647);
const workerId = plainText({ least: 1, most: 200 }).openapi({ examples: ['worker-abc123'] });

export const roleSchema = z
  .object({
    role: z.string(),
    name: z.string(),
    description: z.string(),
    handler: z
      .string()
      .openapi({ description: 'The workflow type; each run of it is one task of the role.' }),
  })
  .openapi('WorkerRole');

const memoryFields = {
  memory_mb: z.number(),
  memory_total_mb: z.number(),
  memory_percent: z.number(),
};

export const podSchema = z
  .object({
    pod_name: z.string(),
    worker_ids: z.array(z.string()).openapi({ description: 'The live workers of the pod.' }),
    ...memoryFields,
  })
  .openapi('Pod');

const diskSchema = z
  .strictObject({
    folder: plainText({ least: 1, most: 4_096 }).openapi({
      description: 'STORAGE_ROOT, or its nearest folder that exists.',
    }),
    free_bytes: z.number().min(0),
    total_bytes: z.number().min(0),
    has_free_files: z.boolean().openapi({ description: 'False: no inode is left for another file.' }),
  })
  .openapi('Disk');

const memoryLows = z.array(z.number().min(0).max(100_000)).max(MEMORY_SPANS_MAX).optional().openapi({
  description:
    'The lowest `memory_percent` of each five minutes since its process started, up to four hours, oldest first. Absent: the worker does not report it.',
});

const resourcesSchema = z.object({
  memory_mb: z.number().openapi({
    description: 'The memory of this worker, including its browsers; pods have a list of their own.',
  }),
  memory_total_mb: z.number().openapi({ description: "Its share of the pod's memory." }),
  memory_percent: z.number(),
  memory_rss_mb: z.number().openapi({ description: 'The memory of its own process, without browsers.' }),
  memory_lows: memoryLows,
  cpu_user_ms: z.number(),
  cpu_system_ms: z.number(),
  cpu_percent: z.number(),
  is_backing_off: z.boolean(),
  backoff_reason: z.string().nullable(),
  backoff_cause: z.enum(BACKOFF_CAUSES).nullable().optional(),
  disk: diskSchema.optional().openapi({ description: 'Absent: the worker did not report one.' }),
});

const statuses = ['active', 'backing_off', 'draining', 'stopped', 'decommissioned', 'lost'] as const;

/** The states by which workers are counted and listed. A silent worker counts as silent alone, whatever status it reported last. */
const standings = [...statuses, 'silent'] as const;

/** Returns the state by which a worker is counted and listed. */
export function standingOf({
  status,
  counts_as_lost_at: lostAt,
}: Pick<ListedWorker, 'status' | 'counts_as_lost_at'>): (typeof standings)[number] {
  return lostAt === null ? status : 'silent';
}

export const workerSchema = z
  .object({
    worker_id: z.string(),
    friendly_name: z.string(),
    pod_name: z.string(),
    on_host: z.boolean().openapi({
      description:
        'True: `pod_name` is the name of a host, where the worker runs as a process outside Kubernetes.',
    }),
    role: z.string().nullable(),
    version: z.string(),
    status: z.enum(statuses).openapi({ description: '`lost`: no heartbeat for five minutes.' }),
    current_task_id: z.string().nullable().openapi({ description: 'The first of `current_task_ids`.' }),
    current_task_ids: z.array(z.string()).openapi({
      description: 'The ids of the tasks that it runs now; for an external worker, as of its last heartbeat.',
    }),
    active_task_count: z.number().int().openapi({
      description: 'How many activities it runs, without the short ones on the queue `crawlchain`.',
    }),
    max_concurrent_tasks: z.number().int(),
    resources: resourcesSchema,
    memory_trend: z
      .object({
        is_rising: z.boolean().openapi({
          description:
            'Whether the memory has risen all the time since `at`, as in a process that leaks memory.',
        }),
        percent: z.number().openapi({
          description:
            'The memory that the worker used at `at`, in percent of its share. If the memory rises: the lowest use.',
        }),
        at: time.openapi({
          description:
            'The start of the compared time: the moment of the lowest use. If the memory does not rise: an hour before the last heartbeat, or the start of the worker.',
        }),
      })
      .nullable()
      .openapi({
        description:
          'How its memory has changed within four hours. Null: it has run for less than 15 minutes, or does not report `memory_lows`.',
      }),
    disk_shortage: z.enum(['full', 'low']).nullable().openapi({
      description:
        'Whether `resources.disk` is full, so that payloads find no room, or soon will be. Null: neither, or it reported none.',
    }),
    queues: z.array(z.object({ queue: z.string(), slots: z.number() })),
    tuner: z.record(z.string(), z.unknown()),
    decommission_requested_at: time.nullable(),
    decommission_requested_by: z
      .string()
      .nullable()
      .openapi({ description: 'Who requested that it stops: the name of the key.' }),
    decommission_reason: z.string().nullable().openapi({ description: 'What `X-Reason` said.' }),
    former_decommission_at: time.nullable().openapi({
      description:
        'When a stop was requested of the previous process with this id; null: never, or more than a day ago.',
    }),
    former_decommission_by: z.string().nullable(),
    former_decommission_reason: z.string().nullable(),
    started_at: time,
    last_heartbeat_at: time,
    stopped_at: time.nullable(),
    rival_pod_name: z
      .string()
      .nullable()
      .openapi({ description: 'The pod of another live worker with the same id.' }),
    clock_ahead_ms: z.number().int().nullable().openapi({
      description:
        "How far its clock is ahead of the database's, as of its last heartbeat; negative if it is behind. Beyond 5 s an event and `doctor` report it; beyond 60 s the worker takes no new work. Null: not known.",
    }),
    crashes: z.int().openapi({
      description:
        'How many times within the last 15 minutes its process ended without a closing record and another began, for example because it was killed for its memory.',
    }),
    is_late: z.boolean().openapi({
      description:
        'Whether its heartbeat is late, so that it may hang. After three missed heartbeats it is silent.',
    }),
    counts_as_lost_at: time.nullable().openapi({
      description:
        'When a silent worker, which has missed three heartbeats, counts as lost unless a heartbeat comes. Null: it is not silent, or not live.',
    }),
  })
  .openapi('Worker');

export const workerCountsSchema = z
  .object({ counts: z.object(countsOf(() => count)) })
  .openapi('WorkerCounts');

function countsOf<Value>(valueOf: (standing: (typeof standings)[number]) => Value) {
  return Object.fromEntries(standings.map((standing) => [standing, valueOf(standing)])) as Record<
    (typeof standings)[number],
    Value
  >;
}

/** Counts the workers of each status. */
export function toWorkerCounts(rows: ListedWorker[]): z.input<typeof workerCountsSchema> {
  return { counts: countsOf((wanted) => rows.filter((row) => standingOf(row) === wanted).length) };
}

/** Converts a row for responses. */
export function toWorker(row: ListedWorker): z.input<typeof workerSchema> {
  const { memory_lows: lows, disk } = row.resources;
  const trend = memoryTrend(lows ?? [], row.last_heartbeat_at);
  return {
    ...withIsoTimes(row),
    memory_trend: trend === null ? null : withIsoTimes(trend),
    disk_shortage: disk === undefined ? null : diskShortage(disk),
    tuner: { ...row.tuner },
    current_task_id: row.current_task_ids[0] ?? null,
  };
}

export const workersQuery = {
  status: severalOf(standings).openapi({
    description:
      '`silent` counts workers that have missed three heartbeats and are not lost yet, whatever status they last reported.',
    examples: ['active,backing_off,draining,silent'],
  }),
};

const megabytes = z.number().min(0).max(1e9).default(0);
const milliseconds = z.number().min(0).max(1e15).default(0);

/** The resources that a worker reports; external workers may leave some out. */
const reportedResources = z.strictObject({
  memory_mb: megabytes,
  memory_total_mb: megabytes,
  memory_rss_mb: megabytes,
  memory_percent: z.number().min(0).max(100_000).default(0),
  cpu_user_ms: milliseconds,
  cpu_system_ms: milliseconds,
  cpu_percent: z.number().min(0).max(100_000).default(0),
  is_backing_off: z.boolean().default(false),
  backoff_reason: plainText({ least: 0, most: 500 }).nullable().default(null),
  backoff_cause: z.enum(BACKOFF_CAUSES).nullable().optional(),
  memory_lows: memoryLows,
  disk: diskSchema.optional(),
});

const taskId = z.union([workerId, z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)]);

export const heartbeatBodySchema = z
  .strictObject({
    worker_id: workerId,
    instance_id: z.uuid().optional().openapi({
      description: 'The value from the response to `register`; absent: the process that registered last.',
    }),
    current_task_id: taskId.nullable().optional(),
    current_task_ids: z.array(taskId).max(1_000).optional(),
    active_task_count: count.optional().openapi({ description: 'Default: the number of ids.' }),
    max_concurrent_tasks: count.min(1).optional(),
    status: z.enum(['active', 'backing_off', 'draining', 'stopped']).default('active'),
    resources: reportedResources.default(() => reportedResources.parse({})),
  })
  .openapi('Heartbeat');

export const registerBodySchema = z.strictObject({
  worker_id: workerId,
  pod_name: workerId.optional().openapi({ description: 'Default: the `worker_id`.' }),
  role: workerId.nullable().optional(),
  version: workerId.optional(),
  queues: z
    .array(z.strictObject({ queue: workerId, slots: count }))
    .max(100)
    .default([]),
  max_concurrent_tasks: count.min(1).optional().openapi({ description: 'Default: `MAX_CONCURRENT_TASKS`.' }),
  resources: reportedResources.default(() => reportedResources.parse({})),
});

export const registeredSchema = z
  .object({
    worker_id: z.string(),
    friendly_name: z.string(),
    instance_id: z.string().openapi({ description: 'Identifies this process; send it with each heartbeat.' }),
  })
  .openapi('RegisteredWorker');

export const heardSchema = z
  .object({
    worker_id: z.string(),
    decommission_requested: z.boolean().openapi({
      description: 'True: an operator wants the worker to stop: it has to finish its running work, and end.',
    }),
    rival_pod_name: z.string().nullable(),
  })
  .openapi('HeardHeartbeat');

export const workerPath = z.strictObject({ id: workerId });

export const decommissionedSchema = z
  .object({ worker_id: z.string(), status: z.enum(statuses), message: z.string() })
  .openapi('DecommissionedWorker');
