import { z } from '@hono/zod-openapi';
import { EVENTS_KEPT_DAYS } from '../../db/queries/proxy-outcomes.ts';
import { COUNTED_MAX } from '../../domain/run-list.ts';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import { ROLES } from '../../domain/role.ts';
import { TASK_STATUSES } from '../../domain/task.ts';
import { PRIORITY_MAX } from '../../temporal-config/priorities.ts';
import { WORKER_ROLES } from '../../temporal-config/role-queues.ts';
import { time } from '../route-parts.ts';
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
    description: 'Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.',
    examples: [20],
  });

export const images = z.boolean().optional().openapi({ description: 'False leaves the pictures out.' });

/** The id of a task in a path; no task has an id of another form. */
export const taskIdParameter = z.string().openapi({
  'x-takes': 'the id of a task, as lists give it',
  description: 'Workflow and run, as lists give it.',
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
    .openapi({ description: 'Where an open chain is.' }),
  priority: z.int().nullable(),
  scheduled_for: time.nullable(),
  worker_id: z.string().nullable(),
  worker_name: workerName,
  claimed_at: time.nullable().openapi({
    description: 'When a worker took its current attempt; of a task that has ended, its first one.',
  }),
  started_at: time.nullable().openapi({ description: 'When a worker took its first.' }),
  completed_at: time.nullable().openapi({ description: 'When it ended, however.' }),
  last_heartbeat_at: time.nullable(),
  result: z.record(z.string(), z.unknown()).nullable(),
  error_kind: z
    .string()
    .nullable()
    .openapi({ description: 'A kind of docs/reference/errors.md, else the name of the error.' }),
  error_message: z.string().nullable(),
  retry_count: z
    .int()
    .openapi({ description: 'Attempts of its stages after the first, and runs before it that failed.' }),
  max_retries: z.int().nullable().openapi({ description: 'How often the whole task is run again.' }),
  requested_by: z.string().nullable().openapi({ description: 'Who asked for it.' }),
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
      'All that holds an open task, job or fan-out back, in words; null: nothing that is known does.',
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
      'All that began or ended before is in the answer; null: the ledger was never level with Temporal.',
  }),
  stale: z.boolean().openapi({
    description: 'True: Temporal does not answer, or no process follows it; this was so before.',
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
      description: `Statuses of which a role has more than ${COUNTED_MAX}; it is shown as having so many.`,
    }),
    ...ageFields,
  })
  .openapi('TaskCounts');

export const startedTaskSchema = z
  .object({
    ...taskFields,
    already_running: z
      .boolean()
      .openapi({ description: 'True: it was there, and was brought forward if this is more urgent.' }),
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
  id: z.int().openapi({ description: 'Of the payload; `/api/payloads/{id}` has all of it.' }),
  verdict: z.enum(['accepted', 'suspect', 'confirmed', 'rejected']),
  file_state: z.enum(['stored', 'missing', 'corrupt', 'expired']),
  product_count: z.int(),
  pages: z.int(),
  size_bytes: z.int().openapi({ description: 'On disk, compressed.' }),
  size_bytes_raw: z.int().openapi({ description: 'As the platform sent it, decompressed.' }),
  browser_profile: z.string(),
  proxy: z.string().nullable().openapi({ description: '`host:port`; null: none, or it was deleted.' }),
  exit_address: z.string().nullable().openapi({ description: 'The address that the platform saw.' }),
  fetch_duration_ms: z.int(),
  fetched_at: time,
});

export const errorMeaning = z
  .string()
  .nullable()
  .openapi({ description: 'What happens after a failure of this kind, in a sentence.' });

export const webUiUrl = z
  .string()
  .nullable()
  .openapi({ description: 'Its workflow in the Temporal Web UI; null: `TEMPORAL_UI_URL` is not set.' });

const nextRunSchema = z
  .object({
    id: z.string(),
    status: z.enum(TASK_STATUSES),
    requested_by: z.string().nullable(),
    created_at: time,
    in_place: z.boolean().openapi({
      description:
        'True: the ended task was a delayed start that was started before its time; this task does its work. False: this is the next run of the same workflow.',
    }),
  })
  .nullable()
  .openapi({ description: 'The task that came after one that has ended; null: none.' });

const triedAgainSchema = z
  .object({
    id: z.string(),
    at: time.nullable(),
    retry: z.int().nullable().openapi({
      description: 'Which retry of the whole task it is, from 1; null: it fetches a doubted menu again.',
    }),
    retries_max: z
      .int()
      .nullable()
      .openapi({ description: 'How many retries of the whole task there are at most; null: `retry` is.' }),
  })
  .nullable()
  .openapi({
    description:
      'The task that waits to do the work once more, since this one failed or its menu is doubted; null: none waits.',
  });

const costsSchema = z
  .object({
    pages: z.int().openapi({ description: 'Of the menus that it stored.' }),
    menu_bytes: z.int().openapi({ description: 'Of the same, as the platform sent them, decompressed.' }),
    stage_seconds: z.number().openapi({
      description: 'From when its stages began until they ended, with the pauses between their attempts.',
    }),
    proxies: z
      .object({
        sessions: z.int(),
        failed_sessions: z.int().openapi({ description: 'Those that were blocked, failed or broke off.' }),
        bytes: z.int().openapi({ description: 'Of the answers, as they came over the network.' }),
      })
      .nullable()
      .openapi({
        description: `Through proxies that there are still; null: it began more than ${EVENTS_KEPT_DAYS} days ago, and sessions are kept as long.`,
      }),
  })
  .openapi({ description: 'What its last attempt has taken so far.' });

export const taskDetailSchema = z
  .object({
    ...taskFields,
    waiting_for: waitingFor,
    progress_message: z
      .string()
      .nullable()
      .openapi({ description: 'How far an open task is; null: `details` did not ask, or no worker has it.' }),
    outcome: z.record(z.string(), z.unknown()).nullable().openapi({
      description:
        'What the workflow of a closed task has returned; null: `details` did not ask, or Temporal does not have it any more.',
    }),
    error_meaning: errorMeaning,
    web_ui_url: webUiUrl,
    stages: z
      .array(stageSchema)
      .openapi({ description: 'Those of a chain, in the order in which they began.' }),
    menus: z.array(menuSchema).openapi({ description: 'What a chain has stored, the newest first.' }),
    costs: costsSchema,
    next_run: nextRunSchema,
    tried_again: triedAgainSchema,
    timeline: timelineSchema,
    activity: z
      .object({
        id: z.string(),
        type: z.string(),
        attempt: z.int(),
        attempts_max: z
          .int()
          .nullable()
          .openapi({ description: 'Then it has failed for good; null: there is no such limit.' }),
        gives_up_at: time
          .nullable()
          .openapi({ description: 'What fails later is not tried again; null: there is no such time.' }),
        refusals: z.object({ count: z.int(), max: z.int() }).nullable().openapi({
          description:
            'How often a fetch was refused so far, over all attempts, and at which refusal it gives up; null: nobody counts them.',
        }),
        worker_id: z.string().nullable(),
        next_attempt_at: time.nullable(),
        last_failure: z.string().nullable(),
        heartbeat: z.unknown().openapi({ description: 'What the worker said last about its progress.' }),
      })
      .nullable()
      .openapi({ description: 'The piece of work that is open.' }),
    cancel_requested: z.boolean(),
    ...ageFields,
  })
  .openapi('TaskDetail');
