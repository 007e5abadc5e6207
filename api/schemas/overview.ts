import { z } from '@hono/zod-openapi';
import { ROLES } from '../../domain/role.ts';
import { STAGES } from '../../domain/run-filter.ts';
import { OPEN_STATUSES } from '../../domain/task.ts';
import { time } from '../route-parts.ts';

const count = z.int();

const reason = z.object({
  severity: z.enum(['degraded', 'bad']),
  code: z.string().openapi({ description: 'Stable: programs may tell reasons apart by it.' }),
  words: z.string(),
  clears_by_itself: z
    .boolean()
    .nullable()
    .openapi({ description: 'False: it stays until a person does something. Null: not known.' }),
  clears_at: time.nullable().openapi({
    description: 'When it is expected to clear by itself, or the next attempt begins; null: not known.',
  }),
  page: z.string().openapi({ description: 'Where the dashboard shows it.' }),
  api: z.string().openapi({ description: 'Where the API does.' }),
});

const workCounts = z.object({
  pending: count,
  running: count,
  completed: count,
  unconfirmed: count.openapi({ description: 'Of `completed`, those whose menu is doubted.' }),
  failed: count,
});

const needed = z.object({
  for_1_hour: count.nullable(),
  for_4_hours: count.nullable(),
  for_8_hours: count.nullable(),
});

const forecast = z.object({
  state: z.enum(['clears', 'stalled', 'grows', 'unknown']),
  words: z.string().openapi({ examples: ['clears in 35 min'] }),
  minutes: z.number().nullable(),
  growth_per_minute: z.number().nullable(),
  bound_by: z.enum(['workers', 'platform', 'database', 'memory', 'proxies', 'failures']).nullable().openapi({
    description: 'What keeps it from being clear within an hour. `failures`: all attempts fail.',
  }),
});

const role = z.object({
  role: z.enum(ROLES),
  pending: count,
  running: count,
  active_workers: count,
  completed_last_hour: count,
  failed_last_hour: count,
  arrivals_per_hour: z.number(),
  forecast,
  workers_needed: needed,
});

const running = z.object({
  of: z.enum(['tasks', 'jobs']),
  id: z.string(),
  workflow_id: z.string(),
  run_id: z.string(),
  title: z.string().openapi({ description: 'The dispensary, or the type of the job.' }),
  role: z.string().nullable(),
  platform: z.string().nullable(),
  status: z.enum(OPEN_STATUSES),
  stage: z.enum(STAGES).nullable(),
  worker_id: z.string().nullable(),
  worker_name: z.string().nullable(),
  started_at: time.nullable(),
  last_heartbeat_at: time.nullable(),
  progress_percent: z.number().nullable(),
  progress_message: z.string().nullable(),
});

const failures = z.object({
  of: z.enum(['tasks', 'jobs']),
  kind: z.string().nullable(),
  meaning: z.string().nullable().openapi({ description: 'What happens after a failure of this kind.' }),
  platform: z.string().nullable(),
  dispensary_id: count.nullable().openapi({ description: 'Where all of them are of one dispensary.' }),
  dispensary_name: z.string().nullable(),
  message: z.string().openapi({ description: 'Of the newest.' }),
  count: count.openapi({
    description: 'As the list has them: every task that failed, and every job whose newest run failed.',
  }),
  recovered: count.openapi({
    description:
      'Of these, tasks whose dispensary has completed one since. A job that completed since is not among them.',
  }),
  retrying: count.openapi({
    description:
      'Of these, tasks whose dispensary is tried again by itself: a retry waits for its time or is under way.',
  }),
  next_retry_at: time.nullable().openapi({ description: 'When the next of the retries that wait is due.' }),
  last_at: time,
  by_hour: z.array(count).openapi({ description: 'In the hours of `hours`.' }),
  trend: z.enum(['rising', 'falling', 'steady']).openapi({
    description: 'The last three hours against the three before.',
  }),
  filter: z.record(z.string(), z.string()).openapi({
    description:
      'For `POST /api/bulk-actions`: it matches these, and others whose message has the same words.',
  }),
});

const age = {
  as_of: time
    .nullable()
    .openapi({ description: 'All that began or ended before is in; null: nothing was read yet.' }),
  stale: z.boolean().openapi({ description: 'True: it was so at `as_of`, and nothing newer is known.' }),
};

export const overviewSchema = z
  .object({
    ...age,
    generated_at: time,
    command: z.string().openapi({
      description:
        'How to call the command here: the sentences of `reasons` call it so (CRAWLCHAIN_COMMAND).',
      examples: ['npx crawlchain'],
    }),
    temporal: z.object({
      available: z.boolean(),
      reason: z.string().nullable(),
      ui_url: z.string().nullable().openapi({
        description:
          'The workflows of the namespace in the Temporal Web UI; null: TEMPORAL_UI_URL is not set.',
      }),
    }),
    verdict: z.enum(['good', 'degraded', 'bad']).openapi({
      description:
        '`degraded`: something needs a person, but work goes on. `bad`: work of some kind has stopped.',
    }),
    outlook: z
      .string()
      .nullable()
      .openapi({
        description: 'How many of the reasons need a person; null: there is none.',
        examples: ['2 things need a person, 1 clears by itself'],
      }),
    reasons: z.array(reason).openapi({ description: 'The worst first.' }),
    since: time.openapi({
      description: 'Figures of the last day are of the 24 hours of the clock (UTC) from then on.',
    }),
    counts: z.object({
      ...workCounts.shape,
      pending_more: z.boolean().openapi({ description: 'More tasks wait than were counted.' }),
      tasks: workCounts,
      jobs: workCounts,
    }),
    scheduled: z
      .object({ count, next_at: time.nullable(), retries: count, next_retry_at: time.nullable() })
      .openapi({
        description:
          'Those of the pending tasks that wait for their time; of these, `retries` do the work of a chain that has failed once more.',
      }),
    hours: z.array(
      z.object({ hour: time, completed: count, unconfirmed: count, failed: count, cancelled: count }),
    ),
    capacity: z.object({ ...age, roles: z.array(role) }),
    running: z.object({ items: z.array(running), more: z.boolean() }),
    quarantine: z.object({
      waiting: count,
      oldest_at: time.nullable(),
      items: z
        .array(
          z.object({
            id: z.int(),
            dispensary_id: z.int(),
            dispensary_name: z.string(),
            fetched_at: time,
            product_count: count,
            suspicion: z.string(),
            waiting: count.openapi({ description: 'How many menus of the store wait, with this one.' }),
          }),
        )
        .openapi({ description: 'The newest menu of each store, the newest first.' }),
    }),
    stopped_targets: z.array(z.object({ target: z.string(), stopped_at: time, because: z.string() })),
    breakers: z.array(
      z.object({
        target: z.string(),
        opened_at: time.openapi({ description: 'Since when the target refuses every proxy.' }),
        open_until: time,
        openings: count,
        being_tried: z.boolean(),
        last_refusal: z
          .string()
          .nullable()
          .openapi({ description: 'What it answered last; null: the record was deleted.' }),
      }),
    ),
    proxies: z.object({
      active: count,
      others: count,
      resting: count.openapi({
        description: 'Of the others, those that are tried again by themselves after failures.',
      }),
      next_ready_at: time.nullable().openapi({ description: 'When the first of these is tried again.' }),
      unreached_since: time.nullable().openapi({
        description: 'Since when no active proxy reaches the echo; null: one does, or nobody tried.',
      }),
    }),
    workers: z
      .object({ active: count, backing_off: count, draining: count, silent: count })
      .openapi({ description: 'Those that live; `silent`: they have missed three heartbeats.' }),
    schedules: z
      .object({
        ...age,
        total: count,
        enabled: count,
        faults: z.array(z.object({ id: z.string(), state: z.enum(['failed', 'late']), words: z.string() })),
      })
      .nullable()
      .openapi({ description: 'Null: Temporal has them, and was never asked with success.' }),
    failures: z.object({ total: count, groups: z.array(failures), more: z.boolean() }),
  })
  .openapi('Overview');
