import { z } from '@hono/zod-openapi';
import { time } from '../route-parts.ts';
import { stateCode } from './state-code.ts';
import { images, platformName, priorityNumber, waitingFor } from './tasks.ts';

/** The id of a fan-out in a path; no fan-out has an id of another form. */
export const fanOutIdParameter = z.string().openapi({
  description:
    'The workflow and the run, as in the list and in responses to starts; without the run, such as `crawl-due~all`, the newest fan-out of this workflow.',
  pattern: "^[A-Za-z0-9_.!~*'()=-]{1,1500}$",
  'x-takes': 'the id of a fan-out, as in lists',
  examples: ['crawl-due~all~0199c6f2-5a1b-7000-8000-000000000001'],
});

export const fanOutSchema = z
  .object({
    id: z.string(),
    workflow_id: z.string(),
    run_id: z.string().openapi({
      description: 'The id of its first run; its chains have it as their search attribute `FanOut`.',
    }),
    scope: z.string().openapi({ description: '`all`, or a state.' }),
    platform: platformName.nullable().openapi({ description: 'Null: all platforms.' }),
    status: z.enum(['running', 'completed', 'failed', 'cancelled']),
    cancel_requested: z.boolean(),
    created_at: time,
    completed_at: time
      .nullable()
      .openapi({ description: 'When it ended, with any outcome; its chains may continue.' }),
    interval_hours: z.number().openapi({
      description:
        'A dispensary was due if its last crawl was longer ago than this. 0: every enabled dispensary was due.',
    }),
    priority: z.int(),
    window: z.int().openapi({ description: 'How many of its chains may be open at once.' }),
    over_hours: z
      .number()
      .nullable()
      .openapi({ description: 'The hours over which its batches start; null: it has no batches.' }),
    batches: z.int().nullable(),
    batches_begun: z
      .int()
      .nullable()
      .openapi({ description: 'How many batches have begun; null: not known, or the fan-out has ended.' }),
    next_batch_at: time.nullable().openapi({
      description:
        'When the next batch begins; it begins later if the previous one still waits for room in the window.',
    }),
    chains_started: z.int().nullable().openapi({ description: 'Null while no worker reports it.' }),
    chains_running_before: z
      .int()
      .nullable()
      .openapi({ description: 'Dispensaries that already had an open chain, so that none was started.' }),
    chains_open: z
      .int()
      .nullable()
      .openapi({ description: 'How many of its chains are open. Null in lists, if the fan-out has ended.' }),
    chains_completed: z.int().nullable(),
    chains_unconfirmed: z.int().nullable().openapi({
      description: 'How many of its chains ended without an ingest, because the menu is doubted.',
    }),
    chains_failed: z.int().nullable(),
    summary: z
      .string()
      .nullable()
      .openapi({ description: 'The progress that the fan-out reports, in words.' }),
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
