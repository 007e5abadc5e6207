import { z } from '@hono/zod-openapi';
import { stateCode } from './state-code.ts';

const count = z.number().int().min(0);
const byStatus = z.record(z.string(), count);
const queue = z.object({ total: count, by_status: byStatus }).nullable();
const schedules = z
  .object({
    total: count,
    enabled: count.nullable().openapi({ description: 'Null: no column says which of them run.' }),
  })
  .nullable();
const stores = z.object({ total: count, crawl_enabled: count });

export const migrationStatusSchema = z
  .object({
    source: z
      .enum(['LEGACY_DATABASE_URL', 'DATABASE_URL'])
      .openapi({ description: 'Where the tables of the queue before are looked for.' }),
    old: z.object({
      worker_tasks: queue,
      dispensary_crawl_jobs: queue,
      task_schedules: schedules,
      job_schedules: schedules,
      job_run_logs: z.object({ total: count }).nullable(),
      dispensaries: stores.nullable(),
    }),
    new: z.object({
      tasks: z.object({ total: count, by_status: byStatus }),
      schedules: z.object({ total: count, enabled: count }),
      dispensaries: stores,
    }),
    remaining: z.array(z.string()).openapi({ description: 'What is left to do; empty: nothing.' }),
  })
  .openapi('MigrationStatus', {
    description: 'The queue before, null where a table does not exist, and ours.',
  });

export const dryRunBodySchema = z.strictObject({
  dry_run: z.boolean().optional().openapi({ description: 'Tells what would be done, and does nothing.' }),
});

export const resyncBodySchema = z.strictObject({
  ...dryRunBodySchema.shape,
  state_code: stateCode.optional(),
});

const disabledSchema = z.object({
  table: z.string(),
  disabled: count.nullable().openapi({ description: 'Null: it cannot be stopped here, see `reason`.' }),
  names: z.array(z.string()),
  already_disabled: count.nullable(),
  reason: z.string().nullable().openapi({ description: 'What a person has to do; null: nothing.' }),
});

const cancelledSchema = z.object({
  table: z.string(),
  cancelled: count,
  status: z.string().openapi({ description: 'What they are now, in the words of the table.' }),
  under_way: count.openapi({ description: 'What old workers are at is left to them.' }),
  under_way_ids: z.array(z.string()),
});

const startedSchema = z.object({
  workflow_id: z.string(),
  run_id: z.string().nullable().openapi({ description: 'Null: a dry run would start one.' }),
  outcome: z.enum(['started', 'already running', 'would start']).openapi({
    description: 'What is running already goes on, and no other is started; a dry run tells the same.',
  }),
});

const resyncFields = z.object({
  scope: z.string().openapi({ description: '`all`, or a state.' }),
  dispensaries: count.openapi({ description: 'How many are crawled.' }),
  left_alone: count.openapi({
    description: 'How many are not, since their crawl began within the last hour.',
  }),
  ...startedSchema.shape,
});

const dryRun = { dry_run: z.boolean() };

export const disabledSchedulesSchema = z
  .object({ ...dryRun, schedules: z.array(disabledSchema) })
  .openapi('DisabledSchedules');
export const cancelledJobsSchema = z
  .object({ ...dryRun, queues: z.array(cancelledSchema) })
  .openapi('CancelledJobs');
export const resyncSchema = z.object({ ...dryRun, ...resyncFields.shape }).openapi('StartedResync');
export const fullMigrationSchema = z
  .object({
    ...dryRun,
    disabled_schedules: z.array(disabledSchema),
    cancelled_work: z.array(cancelledSchema),
    resync: resyncFields,
    discovery: startedSchema,
    analytics: startedSchema,
  })
  .openapi('FullMigration');
