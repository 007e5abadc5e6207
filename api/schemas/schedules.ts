import { z } from '@hono/zod-openapi';
import { moment } from '../parameters.ts';
import { time } from '../route-parts.ts';
import { SEARCH_SCOPE } from './search-scope.ts';
import { stateCode } from './state-code.ts';
import { platformName, priorityNumber, text } from './tasks.ts';
import { wordedText } from './worded-text.ts';

const MINUTE_HOURS = 1 / 60;
const YEAR_HOURS = 365 * 24;

const intervalHours = z
  .number({ error: 'a number of hours, from a minute (0.0167) to a year (8760)' })
  .min(MINUTE_HOURS)
  .max(YEAR_HOURS)
  .openapi({
    description: 'From a minute to a year; rounded to whole seconds.',
    examples: [4],
  });

export const scheduleId = wordedText(
  /^[\w.-]{1,100}$/,
  'an id of 1 to 100 letters, digits and the signs _ . -',
).openapi({ examples: ['payload_fetch_all'] });

export const scheduleSchema = z
  .object({
    id: z.string(),
    name: z.string().openapi({ description: 'The id.' }),
    role: z.string().nullable(),
    enabled: z.boolean(),
    interval_hours: z.number().nullable().openapi({ description: 'Null: the schedule follows a calendar.' }),
    priority: z.int(),
    state_code: z
      .string()
      .nullable()
      .openapi({ description: 'The state filter; null: all states, or several.' }),
    state_filter: z.string().nullable().openapi({
      description:
        'The stores that it covers: `all`, a state, several as in AZ+NV, or a city as in AZ/phoenix; null: it has no such filter.',
    }),
    state_codes: z.array(z.string()).nullable().openapi({
      description:
        'The states that a discovery searches; null: the states of DISCOVERY_STATES, or the schedule starts no discovery.',
    }),
    city: z.string().nullable().openapi({ description: 'The city of the state that a discovery searches.' }),
    last_run_at: time.nullable(),
    next_run_at: time.nullable().openapi({ description: 'When it fires next; null while it is paused.' }),
    last_task_count: z.int().nullable(),
    last_error: z.string().nullable(),
    last_outcome: z
      .enum(['waiting', 'running', 'completed', 'failed', 'already running', 'forgotten'])
      .nullable(),
    last_summary: z.string().nullable(),
    last_workflow_id: z
      .string()
      .nullable()
      .openapi({ description: 'The id of the workflow that the last run started.' }),
    workflow_id: z
      .string()
      .nullable()
      .openapi({ description: 'The fixed id of the workflow that it starts.' }),
    note: z.string(),
    made_by_code: z.boolean(),
    runs: z.int(),
    skipped: z.int(),
    missed: z.int(),
    overlap: z
      .string()
      .openapi({ description: 'The overlap policy, in the words of Temporal.', examples: ['SKIP'] }),
    jitter_seconds: z.number(),
    catchup_window_seconds: z.number(),
  })
  .openapi('Schedule');

export const triggeredSchema = z
  .object({
    outcome: z.enum(['fired', 'already-running', 'skipped', 'taken']),
    schedule: scheduleSchema.nullable(),
  })
  .openapi('TriggeredSchedule');

export const backfillSchema = z.strictObject({ from: moment, to: moment }).openapi('Backfill');

export const scheduleEditSchema = z
  .strictObject({
    name: scheduleId
      .optional()
      .openapi({ description: 'The current value; it may be sent back, but not changed.' }),
    role: z
      .string()
      .max(100)
      .optional()
      .openapi({ description: 'The current value; it may be sent back, but not changed.' }),
    interval_hours: intervalHours.optional(),
    priority: priorityNumber.optional(),
    state_codes: SEARCH_SCOPE.state_codes.nullable(),
    city: SEARCH_SCOPE.city.nullable(),
    state_code: z.union([stateCode, z.null()]).optional().openapi({ description: 'Null: all states.' }),
    enabled: z.boolean().optional(),
  })
  .refine((edit) => Object.keys(edit).length > 0, 'at least one field')
  .openapi('ScheduleEdit', { minProperties: 1 });

const NEW = {
  id: scheduleId,
  interval_hours: intervalHours,
  priority: priorityNumber.default(0),
  note: text.optional(),
};

/** Other roles concern one store or payload, so they have no schedule. */
export const newScheduleSchema = z
  .discriminatedUnion('role', [
    z.strictObject({
      role: z.enum(['payload_fetch', 'product_resync']),
      ...NEW,
      state_code: stateCode.optional(),
      platform: platformName.optional(),
    }),
    z.strictObject({
      role: z.literal('store_discovery'),
      ...NEW,
      ...SEARCH_SCOPE,
      platform: platformName.optional(),
    }),
    z.strictObject({ role: z.enum(['analytics_refresh', 'proxy_probe', 'storage_sweep']), ...NEW }),
  ])
  .openapi('NewSchedule');
