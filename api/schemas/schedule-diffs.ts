import { z } from '@hono/zod-openapi';

const changeSchema = z.object({
  field: z.enum([
    'interval_seconds',
    'jitter_seconds',
    'catchup_window_seconds',
    'overlap',
    'priority',
    'state',
    'paused',
    'note',
    'input',
  ]),
  changed_by: z.enum(['code', 'operator', 'conflict']).openapi({
    description:
      "Code: its value is new, and is applied. Operator: the schedule's value stays. Conflict: both changed it, or nobody knows who did; the operator's value stays.",
  }),
  schedule: z.unknown().openapi({ description: 'What the schedule has.' }),
  code: z.unknown().openapi({ description: 'What code says.' }),
});

export const scheduleDiffSchema = z
  .object({
    id: z.string(),
    state: z.enum(['missing', 'same', 'different', 'unknown']).openapi({
      description: 'Missing: in code alone. Unknown: made by code, which does not have it any more.',
    }),
    changes: z.array(changeSchema).openapi({ description: 'Empty unless it is different.' }),
    starts_other: z.boolean().openapi({ description: 'It starts something else than code says.' }),
  })
  .openapi('ScheduleDiff');

export const appliedScheduleSchema = scheduleDiffSchema
  .extend({ done: z.enum(['created', 'updated', 'left', 'removed']) })
  .openapi('AppliedSchedule');

export const applySchema = z
  .strictObject({
    prune: z
      .boolean()
      .optional()
      .openapi({ description: 'Removes the schedules that code does not have any more.' }),
  })
  .openapi('ApplySchedules');
