import { z } from '@hono/zod-openapi';
import { ROLES } from '../../domain/role.ts';
import { STAGES } from '../../domain/run-filter.ts';
import { OPEN_STATUSES } from '../../domain/task.ts';
import { time } from '../route-parts.ts';
import { breakerFields } from './platforms.ts';

const count = z.int();

const reason = z.object({
  severity: z.enum(['degraded', 'bad']),
  code: z.string().openapi({ description: 'A stable code, by which programs may tell reasons apart.' }),
  words: z.string().openapi({ description: 'What is wrong, and what a person can do.' }),
  remedy: z
    .string()
    .nullable()
    .openapi({
      description: 'Sentences with the commands that act on it, to read after `words`; null: none.',
      examples: ['`npx crawlchain proxies list` shows them.'],
    }),
  clears_by_itself: z
    .boolean()
    .nullable()
    .openapi({ description: 'False: the reason stays until a person acts. Null: not known.' }),
  clears_at: time.nullable().openapi({
    description: 'When it is expected to clear by itself, or the next attempt begins; null: not known.',
  }),
  page: z
    .string()
    .openapi({ description: 'The path of the dashboard’s page that shows more about the reason.' }),
  api: z.string().openapi({ description: 'The path of the API that shows more about the reason.' }),
});

const workCounts = z.object({
  pending: count,
  running: count,
  completed: count,
  unconfirmed: count.openapi({ description: 'How many of the `completed` ones have a doubted menu.' }),
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
    description: 'Why the backlog does not clear within an hour. `failures`: all attempts fail.',
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
  dispensary_id: count.nullable().openapi({ description: 'The dispensary, if all of them belong to one.' }),
  dispensary_name: z.string().nullable(),
  message: z.string().openapi({ description: 'The message of the newest failure.' }),
  count: count.openapi({
    description: 'How many the list shows: every failed task, and every job whose newest run failed.',
  }),
  recovered: count.openapi({
    description:
      'How many of these are tasks whose dispensary has completed a task since. Jobs that completed since are not counted at all.',
  }),
  stopped: count.openapi({
    description:
      'How many of these are tasks of dispensaries whose crawls are switched off: nothing retries them. Those that recovered do not count.',
  }),
  retrying: count.openapi({
    description:
      'How many of these are tasks that are retried automatically: a retry waits for its time or is running.',
  }),
  next_retry_at: time.nullable().openapi({ description: 'When the next of these retries is due.' }),
  last_at: time,
  by_hour: z.array(count).openapi({ description: 'The failures in each of `hours`.' }),
  trend: z.enum(['rising', 'falling', 'steady']).openapi({
    description: 'The last three hours compared with the three before.',
  }),
  filter: z.record(z.string(), z.string()).openapi({
    description:
      'A filter for `POST /api/bulk-actions`. It matches these failures, and others with the same words in their message.',
  }),
});

const age = {
  as_of: time.nullable().openapi({
    description:
      'The overview has everything that began or ended before this time; null: nothing was read yet.',
  }),
  stale: z.boolean().openapi({ description: 'True: this is the state at `as_of`; nothing newer is known.' }),
};

export const overviewSchema = z
  .object({
    ...age,
    generated_at: time,
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
        description: 'How many of the reasons need a person; null: there is no reason.',
        examples: ['2 things need a person, 1 clears by itself'],
      }),
    reasons: z.array(reason).openapi({ description: 'The worst first.' }),
    since: time.openapi({
      description: 'When the figures of the last day begin, at a full hour (UTC).',
    }),
    counts: z.object({
      ...workCounts.shape,
      pending_more: z.boolean().openapi({ description: 'True: more tasks wait than were counted.' }),
      tasks: workCounts,
      jobs: workCounts,
    }),
    scheduled: z
      .object({ count, next_at: time.nullable(), retries: count, next_retry_at: time.nullable() })
      .openapi({
        description:
          'Pending tasks that wait for their scheduled time; `retries` of these repeat the work of a failed chain.',
      }),
    hours: z.array(
      z.object({ hour: time, completed: count, unconfirmed: count, failed: count, cancelled: count }),
    ),
    capacity: z.object({
      ...age,
      roles: z.array(role),
      images: z
        .object({ pending: count, running: count })
        .openapi({ description: 'The tasks that download images. They count for no role.' }),
    }),
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
            waiting: count.openapi({ description: 'How many menus of the store wait, including this one.' }),
          }),
        )
        .openapi({ description: 'The newest menu of each store, the newest first.' }),
    }),
    stopped_targets: z.array(z.object({ target: z.string(), stopped_at: time, because: z.string() })),
    breakers: z.array(z.object({ target: z.string(), ...breakerFields })),
    proxies: z.object({
      active: count,
      others: count,
      resting: count.openapi({
        description: 'How many of the others rest after failures, and are probed automatically.',
      }),
      next_ready_at: time
        .nullable()
        .openapi({ description: 'When the first of the resting proxies is probed.' }),
      unreached_since: time.nullable().openapi({
        description:
          'Since when no active proxy reaches the echo service; null: one does, or none was tried.',
      }),
    }),
    workers: z
      .object({ active: count, backing_off: count, draining: count, silent: count })
      .openapi({ description: 'The live workers; `silent` ones have missed three heartbeats.' }),
    schedules: z
      .object({
        ...age,
        total: count,
        enabled: count,
        faults: z.array(z.object({ id: z.string(), state: z.enum(['failed', 'late']), words: z.string() })),
      })
      .nullable()
      .openapi({ description: 'Null: Temporal, which knows them, has not answered yet.' }),
    failures: z.object({ total: count, groups: z.array(failures), more: z.boolean() }),
  })
  .openapi('Overview');
