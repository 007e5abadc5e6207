import { z } from '@hono/zod-openapi';
import { COUNTED_MAX } from '../../domain/run-list.ts';
import { BULK_ACTIONS, BULK_KINDS } from '../../domain/bulk-action.ts';
import { JOB_ID, JOB_STATUSES } from '../../domain/job.ts';
import { time } from '../route-parts.ts';
import { jobFilterSchema, taskFilterSchema } from './run-filters.ts';

/** The id of a bulk action in a path. */
export const bulkIdParameter = z.string().openapi({
  'x-takes': 'the id of a bulk action, as in the list',
  pattern: JOB_ID.source,
  examples: ['0199c6f2-5a1b-7000-8000-000000000001'],
});

const requested = {
  action: z.enum(BULK_ACTIONS).openapi({
    description:
      '`cancel` cancels open ones. `retry` runs closed ones again; without `status`, only failed ones. `start` starts delayed ones now, and moves crawls that wait for a worker forward. `delete`, of jobs alone, deletes them: without `status`, those that have ended.',
  }),
  dry_run: z.boolean().default(false).openapi({ description: 'True: only counts the matches.' }),
  expected_count: z.int().min(0).optional().openapi({
    description:
      'The count that you expect. If the real count differs by more than a tenth, nothing is started.',
  }),
};

const FILTER = 'The filter takes the query parameters of the list; at least one.';

export const newBulkActionSchema = z
  .discriminatedUnion('of', [
    z.strictObject({
      ...requested,
      of: z.literal('tasks'),
      filter: taskFilterSchema.openapi({ description: FILTER }),
    }),
    z.strictObject({
      ...requested,
      of: z.literal('jobs'),
      filter: jobFilterSchema.openapi({ description: FILTER }),
    }),
  ])
  .openapi('NewBulkAction', {
    example: { action: 'retry', of: 'tasks', filter: { status: 'failed', error: 'Blocked', state: 'NV' } },
  });

const foreseen = {
  count: z.int().openapi({ description: `How many match the filter; exact up to ${COUNTED_MAX}.` }),
  has_more: z.boolean().openapi({ description: `True: more than ${COUNTED_MAX} match.` }),
  skipped: z.int().openapi({ description: 'How many of these a retry or a start would skip now.' }),
  skipped_by_reason: z.array(z.object({ reason: z.string(), count: z.int() })),
};

export const foreseenSchema = z
  .object({ ...foreseen, sample_ids: z.array(z.string()) })
  .openapi('ForeseenBulkAction');

export const startedBulkActionSchema = z
  .object({
    id: z.string(),
    workflow_id: z.string(),
    run_id: z.string(),
    ...foreseen,
    links: z.object({ self: z.string(), cancel: z.string() }),
  })
  .openapi('StartedBulkAction');

const tallies = z.array(
  z.object({
    reason: z.string(),
    count: z.int(),
    sample_ids: z.array(z.string()).openapi({ description: 'The ids of the first twenty.' }),
  }),
);

export const bulkActionSchema = z
  .object({
    id: z.string(),
    workflow_id: z.string(),
    run_id: z.string(),
    status: z.enum(JOB_STATUSES),
    action: z.enum(BULK_ACTIONS).nullable().openapi({
      description:
        'Null, like the following fields, while a bulk action that was started by hand has not begun.',
    }),
    of: z.enum(BULK_KINDS).nullable(),
    filter: z.record(z.string(), z.unknown()).nullable(),
    reason: z.string().nullable(),
    requested_by: z.string().nullable(),
    matched: z
      .int()
      .nullable()
      .openapi({ description: 'How many matched when it began; null: not counted yet.' }),
    done: z.int(),
    skipped: z.int().openapi({ description: 'How many it left unchanged, for the reasons below.' }),
    failed: z.int(),
    skipped_by_reason: tallies,
    failed_by_reason: tallies,
    progress_percent: z.int().min(0).max(100),
    progress_message: z.string().nullable(),
    error_message: z.string().nullable(),
    created_at: time,
    started_at: time.nullable(),
    completed_at: time.nullable(),
  })
  .openapi('BulkAction');
