import { z } from '@hono/zod-openapi';
import { stateCode } from './state-code.ts';

const count = z.number().int().min(0);
const byStatus = z.record(z.string(), count);
const queue = z.object({ total: count, by_status: byStatus }).nullable();
const schedules = z
  .object({
    total: count,
    enabled: count.nullable().openapi({ description: 'How many are enabled; null: no column tells.' }),
  })
  .nullable();
const stores = z.object({ total: count, crawl_enabled: count });

export const migrationStatusSchema = z
  .object({
    source: z
      .enum(['LEGACY_DATABASE_URL', 'DATABASE_URL'])
      .openapi({ description: 'The database with the tables of the legacy queue.' }),
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
    remaining: z.array(z.string()).openapi({ description: 'The steps that remain; empty: none.' }),
  })
  .openapi('MigrationStatus', {
    description: 'The legacy queue and ours; null for a table that does not exist.',
  });

export const dryRunBodySchema = z.strictObject({
  dry_run: z
    .boolean()
    .optional()
    .openapi({ description: 'True reports what would be done, and does nothing.' }),
});

export const resyncBodySchema = z.strictObject({
  ...dryRunBodySchema.shape,
  state_code: stateCode.optional(),
});

const disabledSchema = z.object({
  table: z.string(),
  disabled: count
    .nullable()
    .openapi({ description: 'Null: the schedules cannot be disabled here; `reason` says why.' }),
  names: z.array(z.string()),
  already_disabled: count.nullable(),
  reason: z.string().nullable().openapi({ description: 'What a person has to do; null: nothing.' }),
});

const cancelledSchema = z.object({
  table: z.string(),
  cancelled: count,
  status: z.string().openapi({ description: 'The new status, in the words of the table.' }),
  under_way: count.openapi({ description: 'Work in progress, which is left to the old workers.' }),
  under_way_ids: z.array(z.string()),
});

const startedSchema = z.object({
  workflow_id: z.string(),
  run_id: z
    .string()
    .nullable()
    .openapi({ description: 'The id of the run; null: a dry run would start one.' }),
  outcome: z.enum(['started', 'already running', 'would start']).openapi({
    description:
      'A workflow that is already running continues, and no second one is started; a dry run reports the same.',
  }),
});

const resyncFields = z.object({
  scope: z.string().openapi({ description: '`all`, or a state.' }),
  dispensaries: count.openapi({ description: 'How many stores are crawled.' }),
  left_alone: count.openapi({
    description: 'How many stores are skipped, because a crawl of them began within the last hour.',
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
