import { z } from '@hono/zod-openapi';
import { RUN_EVENTS } from '../../db/queries/run-events.ts';
import { time } from '../route-parts.ts';

/** The name that accompanies a worker's id. */
export const workerName = z
  .string()
  .nullable()
  .openapi({ description: 'The name of the worker; null: there is none, or the registry has deleted it.' });

/** An event of a run. */
export const runEventSchema = z
  .object({
    at: time,
    event: z.enum(RUN_EVENTS),
    run_id: z.string().openapi({ description: 'The number of the attempt.' }),
    worker_id: z.string().nullable(),
    worker_name: workerName,
    actor: z.string().nullable().openapi({ description: 'Who requested it: the name of a key.' }),
    error_kind: z.string().nullable(),
    message: z
      .string()
      .nullable()
      .openapi({ description: 'An error, the stage that began, or the progress that a job reported.' }),
    progress_percent: z.int().nullable(),
    reason: z
      .string()
      .nullable()
      .openapi({ description: 'The reason that a person gave: in `X-Reason`, or for the bulk action.' }),
  })
  .openapi('RunEvent');

/** The events of a run. */
export const timelineSchema = z
  .array(runEventSchema)
  .openapi({ description: 'The events, the oldest first; only the last 200 if there are more.' });
