import { z } from '@hono/zod-openapi';
import { COUNTED_MAX } from '../../domain/run-list.ts';
import { BULK_ACTIONS, BULK_KINDS } from '../../domain/bulk-action.ts';
import { JOB_ID, JOB_STATUSES } from '../../domain/job.ts';
import { time } from '../route-parts.ts';
import { jobFilterSchema, taskFilterSchema } from './run-filters.ts';

/** The id of a bulk action in a path. */
export const bulkIdParameter = z.string().openapi({
  'x-takes': 'the id of a bulk action, as the list gives it',
  pattern: JOB_ID.source,
  examples: ['0199c6f2-5a1b-7000-8000-000000000001'],
});

const requested = {
  action: z.enum(BULK_ACTIONS).openapi({
    description:
      '`cancel`: asks open ones to end. `retry`: runs closed ones again; without `status`, the failed ones. `start`: starts delayed ones now, and moves crawls that wait for a worker forward.',
  }),
  dry_run: z.boolean().default(false).openapi({ description: 'Only counts.' }),
  expected_count: z.int().min(0).optional().openapi({
    description: 'Starts nothing where the count is more than a tenth of this apart.',
  }),
};

const FILTER = 'As the query of the list; at least one field.';

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
  count: z.int().openapi({ description: `What the filter matches, up to ${COUNTED_MAX} exact.` }),
  has_more: z.boolean().openapi({ description: `True: there are more than ${COUNTED_MAX}.` }),
  skipped: z
    .int()
    .openapi({ description: 'Those of them that a retry or a start leaves as they are, as of now.' }),
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
    sample_ids: z.array(z.string()).openapi({ description: 'The first twenty.' }),
  }),
);

export const bulkActionSchema = z
  .object({
    id: z.string(),
    workflow_id: z.string(),
    run_id: z.string(),
    status: z.enum(JOB_STATUSES),
    action: z.enum(BULK_ACTIONS).nullable().openapi({
      description: 'Null, as what follows, where one that was started by hand has not begun.',
    }),
    of: z.enum(BULK_KINDS).nullable(),
    filter: z.record(z.string(), z.unknown()).nullable(),
    reason: z.string().nullable(),
    requested_by: z.string().nullable(),
    matched: z.int().nullable().openapi({ description: 'At its beginning; null: not counted yet.' }),
    done: z.int(),
    skipped: z.int().openapi({ description: 'Left as they are.' }),
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
