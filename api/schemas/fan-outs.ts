import { z } from '@hono/zod-openapi';
import { time } from '../route-parts.ts';
import { stateCode } from './state-code.ts';
import { images, platformName, priorityNumber, waitingFor } from './tasks.ts';

/** The id of a fan-out in a path; no fan-out has an id of another form. */
export const fanOutIdParameter = z.string().openapi({
  description:
    'Workflow and run, as the list and the answers to starts give it; without the run, such as `crawl-due~all`, the newest of this workflow.',
  pattern: "^[A-Za-z0-9_.!~*'()=-]{1,1500}$",
  'x-takes': 'the id of a fan-out, as lists give it',
  examples: ['crawl-due~all~0199c6f2-5a1b-7000-8000-000000000001'],
});

export const fanOutSchema = z
  .object({
    id: z.string(),
    workflow_id: z.string(),
    run_id: z.string().openapi({ description: 'Of its first run, which its chains carry as `FanOut`.' }),
    scope: z.string().openapi({ description: '`all`, or a state.' }),
    platform: platformName.nullable().openapi({ description: 'Null: all.' }),
    status: z.enum(['running', 'completed', 'failed', 'cancelled']),
    cancel_requested: z.boolean(),
    created_at: time,
    completed_at: time.nullable().openapi({ description: 'When it ended, however; chains may go on.' }),
    interval_hours: z
      .number()
      .openapi({ description: 'Who was crawled longer ago is due. 0: everybody who is enabled.' }),
    priority: z.int(),
    window: z.int().openapi({ description: 'Chains of it that may be open at once.' }),
    over_hours: z.number().nullable().openapi({ description: 'Null: it is not divided into batches.' }),
    batches: z.int().nullable(),
    batches_begun: z.int().nullable().openapi({ description: 'Null: not known, or the fan-out has ended.' }),
    next_batch_at: time
      .nullable()
      .openapi({ description: 'Later where the batch before it still waits for the window.' }),
    chains_started: z.int().nullable().openapi({ description: 'Null while no worker says it.' }),
    chains_running_before: z
      .int()
      .nullable()
      .openapi({ description: 'Dispensaries that had a chain already, and got no second.' }),
    chains_open: z
      .int()
      .nullable()
      .openapi({ description: 'Of those that it started. Null in lists for one that is over.' }),
    chains_completed: z.int().nullable(),
    chains_unconfirmed: z
      .int()
      .nullable()
      .openapi({ description: 'Of those that are over: nothing went in, since the menu is doubted.' }),
    chains_failed: z.int().nullable(),
    summary: z.string().nullable().openapi({ description: 'What it says of itself.' }),
    error: z.string().nullable(),
  })
  .openapi('FanOut');

export const fanOutDetailSchema = fanOutSchema.extend({ waiting_for: waitingFor }).openapi('FanOutDetail');

export const newFanOutSchema = z
  .strictObject({
    state_code: stateCode.optional(),
    platform: platformName.optional(),
    priority: priorityNumber.optional(),
    images,
  })
  .openapi('NewFanOut');
