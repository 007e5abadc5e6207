import { z } from '@hono/zod-openapi';
import { ROLES } from '../../domain/role.ts';

function horizons<Value extends z.ZodType>(value: Value) {
  return z.object({ for_1_hour: value, for_4_hours: value, for_8_hours: value });
}

const count = z.int();

const capacityFields = {
  pending_tasks: count.openapi({ description: 'Tasks that no worker has.' }),
  ready_tasks: count.openapi({ description: 'The pending tasks that a worker could take now.' }),
  claimed_tasks: count,
  running_tasks: count,
  completed_last_hour: count,
  failed_last_hour: count,
  active_workers: count,
  avg_duration_sec: z.number().nullable(),
  tasks_per_worker_hour: z.number().nullable(),
  estimated_hours_to_drain: z.number().nullable(),
  growth_per_hour: z.number().nullable().openapi({
    description:
      'Tasks an hour by which the backlog grows if it never drains; null: it drains, or this is not known.',
  }),
  workers_needed: horizons(z.int().nullable()),
  bound_by: horizons(z.enum(['platform', 'database', 'memory']).nullable()),
  arrivals_per_hour: z.number(),
  upstream_tasks: count,
  slot_seconds: z.number().nullable(),
  slots_per_worker: z.number(),
  queues: z.array(
    z.object({
      queue: z.string(),
      backlog: count,
      oldest_age_sec: count,
      added_per_hour: count,
      dispatched_per_hour: count,
    }),
  ),
};

export const capacitySchema = z.object({ role: z.enum(ROLES), ...capacityFields }).openapi('Capacity');

export const capacityQuerySchema = z.object({
  role: z.string().openapi({ description: 'The role as it was requested.' }),
  ...capacityFields,
  stages: z
    .array(capacitySchema)
    .optional()
    .openapi({ description: 'The rows of the single roles, if the requested word stands for several.' }),
});
