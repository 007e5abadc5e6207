import { z } from '@hono/zod-openapi';
import { RUN_EVENTS } from '../../db/queries/run-events.ts';
import { time } from '../route-parts.ts';

/** The name that accompanies a worker's id. */
export const workerName = z
  .string()
  .nullable()
  .openapi({ description: 'Of the worker; null: there is none, or the registry does not know it any more.' });

/** The events of a run. */
export const timelineSchema = z
  .array(
    z
      .object({
        at: time,
        event: z.enum(RUN_EVENTS),
        run_id: z.string().openapi({ description: 'Of the attempt.' }),
        worker_id: z.string().nullable(),
        worker_name: workerName,
        actor: z.string().nullable().openapi({ description: 'Who asked for it: the name of a key.' }),
        error_kind: z.string().nullable(),
        message: z
          .string()
          .nullable()
          .openapi({ description: 'An error, the stage that began, or what a job says of its progress.' }),
        progress_percent: z.int().nullable(),
        reason: z
          .string()
          .nullable()
          .openapi({ description: 'Why a person asked for it: `X-Reason`, or that of the bulk action.' }),
      })
      .openapi('RunEvent'),
  )
  .openapi({ description: 'What happened, the oldest first; of very many events the last 200.' });
