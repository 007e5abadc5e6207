import { z } from '@hono/zod-openapi';
import { BATCHES_MAX } from '../../domain/crawl-due.ts';
import { moment } from '../parameters.ts';
import { fanOutSchema } from './fan-outs.ts';
import { SEARCH_SCOPE } from './search-scope.ts';
import { stateCode } from './state-code.ts';
import { databaseId, images, platformName, priorityNumber } from './tasks.ts';
import { time } from '../route-parts.ts';

/** A fan-out is not a task: it starts tasks, which appear in lists as they begin. */
export const startedFanOutSchema = z
  .object({
    id: z.string().openapi({
      description:
        'The id for `/api/fan-outs/{id}`. While the fan-out waits for its time, it is a task: the id for `/api/tasks/{id}`.',
    }),
    workflow_id: z.string(),
    run_id: z.string(),
    scope: z.string().openapi({ description: '`all`, or a state.' }),
    scheduled_for: time.nullable(),
    dispensaries: z.int().openapi({ description: 'How many dispensaries are enabled in this scope now.' }),
    already_running: z.boolean(),
    running: z.union([fanOutSchema, z.null()]).openapi({
      description: 'The progress of the fan-out that was already running; null: Temporal did not report it.',
    }),
    detail: z.string().nullable().openapi({
      description:
        'A sentence about the fan-out that was already running, and how to stop it; null: this request started a new one.',
    }),
  })
  .openapi('StartedFanOut');

export const resyncSchema = z
  .strictObject({
    batches_per_day: z.int().min(1).max(BATCHES_MAX).default(6),
    date: z.iso
      .date()
      .optional()
      .openapi({ description: 'The day to begin (UTC); today means now.', examples: ['2026-01-10'] }),
    state_code: stateCode.optional(),
    platform: platformName.optional(),
    priority: priorityNumber.optional(),
    images,
  })
  .openapi('NewResync');

export const discoverySchema = z
  .strictObject({
    platform: platformName.optional(),
    ...SEARCH_SCOPE,
    priority: priorityNumber.optional(),
    scheduled_for: moment.optional(),
  })
  .openapi('NewDiscovery');

const BATCH_MAX = 1_000;

export const batchSchema = z
  .strictObject({
    dispensary_ids: z.array(databaseId).min(1).max(BATCH_MAX),
    role: z.enum(['payload_fetch', 'product_discovery', 'product_resync']).default('payload_fetch'),
    priority: priorityNumber.optional(),
    images,
  })
  .openapi('NewBatch');

export const batchAnswerSchema = z
  .object({
    started: z.int(),
    already_running: z.int(),
    refused: z.int(),
    no_answer: z
      .int()
      .openapi({ description: 'Dispensaries whose crawl Temporal did not start in time; send them again.' }),
    items: z.array(
      z.object({
        dispensary_id: z.int(),
        outcome: z.enum(['started', 'already_running', 'not_found', 'not_enabled', 'no_answer']),
        task_id: z.string().nullable(),
      }),
    ),
  })
  .openapi('StartedBatch');

export const enqueueStateSchema = z
  .strictObject({
    state_code: stateCode,
    platform: platformName.optional(),
    priority: priorityNumber.optional(),
    images,
  })
  .openapi('NewStateCrawl');
