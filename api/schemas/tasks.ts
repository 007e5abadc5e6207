import { z } from '@hono/zod-openapi';
import { COUNTED_MAX } from '../../domain/run-list.ts';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import { ROLES } from '../../domain/role.ts';
import { TASK_STATUSES } from '../../domain/task.ts';
import { PRIORITY_MAX } from '../../temporal-config/priorities.ts';
import { WORKER_ROLES } from '../../temporal-config/role-queues.ts';
import { time } from '../route-parts.ts';
import { costsSchema } from './task-costs.ts';
import { timelineSchema, workerName } from './timeline.ts';
import { plainText } from './plain-text.ts';

export const roleWord = z.enum(WORKER_ROLES as [string, ...string[]]).openapi({
  description: 'A role; `product_resync` is the older word for `payload_fetch` and `product_refresh`.',
});

export const databaseId = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

export const platformName = z.enum(PLATFORM_NAMES);

/** A priority on the API's scale. */
export const priorityNumber = z
  .int()
  .min(-PRIORITY_MAX)
  .max(PRIORITY_MAX)
  .openapi({
    description:
      'Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.',
    examples: [20],
  });

export const images = z.boolean().optional().openapi({ description: 'False skips the pictures.' });

/** The id of a task in a path; no task has an id of another form. */
export const taskIdParameter = z.string().openapi({
  'x-takes': 'the id of a task, as in lists',
  description: 'The workflow and the run, as in lists.',
  pattern: "^[A-Za-z0-9_.!~*'()=-]{1,1500}~[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
  examples: ['crawl~1~0199c6f2-5a1b-7000-8000-000000000001'],
});

const taskFields = {
  id: z.string(),
  workflow_id: z.string(),
  run_id: z.string(),
  role: z.enum(ROLES),
  dispensary_id: z.int().nullable(),
  dispensary_name: z.string().nullable(),
  platform: platformName.nullable(),
  state_code: z.string().nullable(),
  status: z.enum(TASK_STATUSES),
  stage: z
    .enum(['resolve', 'fetch', 'ingest', 'images'])
    .nullable()
    .openapi({ description: 'The current stage of an open chain.' }),
  priority: z.int().nullable(),
  scheduled_for: time.nullable(),
  worker_id: z.string().nullable(),
  worker_name: workerName,
  claimed_at: time.nullable().openapi({
    description: 'When a worker took its current attempt; for a task that has ended, its first attempt.',
  }),
  started_at: time.nullable().openapi({ description: 'When a worker took its first attempt.' }),
  completed_at: time.nullable().openapi({ description: 'When it ended, with any outcome.' }),
  last_heartbeat_at: time.nullable(),
  result: z.record(z.string(), z.unknown()).nullable(),
  error_kind: z
    .string()
    .nullable()
    .openapi({ description: 'A kind from docs/reference/errors.md, otherwise the name of the error.' }),
  error_message: z.string().nullable(),
  retry_count: z.int().openapi({
    description: 'The attempts of its stages after their first, plus the failed runs before it.',
  }),
  max_retries: z.int().nullable().openapi({ description: 'How many times the whole task is retried.' }),
  requested_by: z.string().nullable().openapi({ description: 'Who requested it.' }),
  started_by: z.string().nullable().openapi({ description: 'The id of the workflow that started it.' }),
  created_at: time,
  updated_at: time,
};

export const taskSchema = z.object(taskFields).openapi('Task');

export const waitingFor = z
  .string()
  .nullable()
  .openapi({
    description:
      'Everything that holds an open task, job or fan-out back, in words; null: nothing known does.',
    examples: ['a worker: none serves the queue `browser`'],
  });

export const listedTaskSchema = z.object({ ...taskFields, waiting_for: waitingFor }).openapi('ListedTask');

/** A task or null. */
export const taskOrNone = z.union([taskSchema, z.null()]);
export const listedTaskOrNone = z.union([listedTaskSchema, z.null()]);

/** How far the ledger has followed Temporal. */
export const ageFields = {
  as_of: time.nullable().openapi({
    description:
      'The response has everything that began or ended before this time; null: the ledger has never caught up with Temporal.',
  }),
  stale: z.boolean().openapi({
    description: 'True: Temporal does not answer, or no process follows it, so this is an earlier state.',
  }),
};

/** A text that a person wrote. */
export const text = plainText({ least: 0, most: 500 });

const countFields = Object.fromEntries(TASK_STATUSES.map((status) => [status, z.int()])) as Record<
  (typeof TASK_STATUSES)[number],
  z.ZodInt
>;

export const countsSchema = z
  .object({
    counts: z.object(countFields),
    by_role: z.partialRecord(z.enum(ROLES), z.object(countFields)),
    more: z.array(z.enum(TASK_STATUSES)).openapi({
      description: `Statuses with more than ${COUNTED_MAX} tasks of some role; their count is shown as ${COUNTED_MAX}.`,
    }),
    ...ageFields,
  })
  .openapi('TaskCounts');

export const startedTaskSchema = z
  .object({
    ...taskFields,
    already_running: z.boolean().openapi({
      description:
        'True: the same work was already open; its priority was raised if this request is more urgent.',
    }),
  })
  .openapi('StartedTask');

const stageSchema = z.object({
  stage: z.enum(['resolve', 'fetch', 'ingest', 'images']),
  role: z.enum(ROLES),
  worker_id: z.string(),
  attempts: z.int(),
  outcome: z.enum(['completed', 'failed']).nullable(),
  result: z.record(z.string(), z.unknown()).nullable(),
  started_at: time,
  ended_at: time.nullable(),
});

const menuSchema = z.object({
  id: z.int().openapi({ description: 'The id of the payload; `/api/payloads/{id}` has the details.' }),
  verdict: z.enum(['accepted', 'suspect', 'confirmed', 'rejected']),
  file_state: z.enum(['stored', 'missing', 'corrupt', 'expired']),
  product_count: z.int(),
  pages: z.int(),
  size_bytes: z.int().openapi({ description: 'The size on disk, compressed.' }),
  size_bytes_raw: z.int().openapi({ description: 'The size as the platform sent it, decompressed.' }),
  browser_profile: z.string(),
  proxy: z
    .string()
    .nullable()
    .openapi({ description: 'The `host:port` of the proxy; null: there was none, or it was deleted.' }),
  exit_address: z.string().nullable().openapi({ description: 'The address that the platform saw.' }),
  fetch_duration_ms: z.int(),
  fetched_at: time,
});

export const errorMeaning = z
  .string()
  .nullable()
  .openapi({ description: 'What happens after a failure of this kind, in a sentence.' });

export const errorRemedy = z.string().nullable().openapi({
  description: 'What an operator does about a failure of this kind that does not end by itself.',
});

export const webUiUrl = z.string().nullable().openapi({
  description: 'The address of its workflow in the Temporal Web UI; null: `TEMPORAL_UI_URL` is not set.',
});

const nextRunSchema = z
  .object({
    id: z.string(),
    status: z.enum(TASK_STATUSES),
    requested_by: z.string().nullable(),
    created_at: time,
    in_place: z.boolean().openapi({
      description:
        'True: the ended task was a delayed start that was started early, and this task does its work. False: this is the next run of the same workflow.',
    }),
  })
  .nullable()
  .openapi({ description: 'The task that followed the ended one; null: none did.' });

const triedAgainSchema = z
  .object({
    id: z.string(),
    at: time.nullable(),
    retry: z.int().nullable().openapi({
      description:
        'The number of the retry of the whole task, from 1; null: it fetches a doubted menu again.',
    }),
    retries_max: z
      .int()
      .nullable()
      .openapi({ description: 'The maximum number of retries of the whole task; null if `retry` is null.' }),
  })
  .nullable()
  .openapi({
    description:
      'The scheduled task that repeats the work, because this one failed or its menu is doubted; null: none is scheduled.',
  });

export const taskDetailSchema = z
  .object({
    ...taskFields,
    waiting_for: waitingFor,
    progress_message: z.string().nullable().openapi({
      description:
        'The progress of an open task, in words; null: `details` was not set, or no worker has the task.',
    }),
    outcome: z.record(z.string(), z.unknown()).nullable().openapi({
      description:
        'The result of the workflow of a closed task; null: `details` was not set, or Temporal has deleted the workflow.',
    }),
    error_meaning: errorMeaning,
    error_remedy: errorRemedy,
    web_ui_url: webUiUrl,
    stages: z
      .array(stageSchema)
      .openapi({ description: 'The stages of a chain, in the order in which they began.' }),
    menus: z
      .array(menuSchema)
      .openapi({ description: 'The menus that a chain has stored, the newest first.' }),
    costs: costsSchema,
    next_run: nextRunSchema,
    tried_again: triedAgainSchema,
    timeline: timelineSchema,
    attempt_waits: z
      .array(
        z.object({
          from: time,
          until: time.nullable().openapi({ description: 'Null: no attempt has begun since.' }),
          error_kind: z.string().nullable(),
        }),
      )
      .openapi({
        description:
          'The waits between a failed attempt and the next one, the oldest first. A stage contains them. An attempt that a killed worker had is not among them.',
      }),
    activity: z
      .object({
        id: z.string(),
        type: z.string(),
        attempt: z.int(),
        attempts_max: z.int().nullable().openapi({
          description: 'The number of attempts after which it fails for good; null: there is no limit.',
        }),
        gives_up_at: time
          .nullable()
          .openapi({ description: 'A failure after this time is not retried; null: there is no such time.' }),
        refusals: z.object({ count: z.int(), max: z.int() }).nullable().openapi({
          description:
            'How many times a fetch has been refused, over all attempts, and at how many it gives up; null: refusals are not counted.',
        }),
        worker_id: z.string().nullable(),
        next_attempt_at: time.nullable(),
        last_failure: z.string().nullable(),
        heartbeat: z
          .unknown()
          .openapi({ description: 'The last heartbeat of the worker, with its progress.' }),
      })
      .nullable()
      .openapi({ description: 'The activity that is open; null: none is.' }),
    cancel_requested: z.boolean(),
    ...ageFields,
  })
  .openapi('TaskDetail');
