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
      '`code`: the value in code is new, and is applied. `operator`: an operator changed the value, which stays. `conflict`: both changed it, or it is not known who did; the value of the operator stays.',
  }),
  schedule: z.unknown().openapi({ description: 'The value in the schedule.' }),
  code: z.unknown().openapi({ description: 'The value in code.' }),
});

export const scheduleDiffSchema = z
  .object({
    id: z.string(),
    state: z.enum(['missing', 'same', 'different', 'unknown']).openapi({
      description:
        '`missing`: the schedule exists only in code. `unknown`: code made it, and no longer defines it.',
    }),
    changes: z.array(changeSchema).openapi({ description: 'Empty unless the schedule is `different`.' }),
    starts_other: z
      .boolean()
      .openapi({ description: 'True: the schedule starts another workflow than its definition in code.' }),
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
      .openapi({ description: 'True deletes the schedules that code no longer defines.' }),
  })
  .openapi('ApplySchedules');
