import { z } from '@hono/zod-openapi';
import { EVENTS_KEPT_DAYS } from '../../db/queries/proxy-outcomes.ts';

/** What a task has used. */
export const costsSchema = z
  .object({
    pages: z.int().openapi({ description: 'The pages of the menus that it stored.' }),
    menu_bytes: z
      .int()
      .openapi({ description: 'The size of these menus as the platform sent them, decompressed.' }),
    stage_seconds: z.number().openapi({
      description:
        'The time from the beginning to the end of its stages, including the pauses between attempts.',
    }),
    proxies: z
      .object({
        sessions: z.int(),
        failed_sessions: z.int().openapi({ description: 'Sessions that were blocked, failed or broke off.' }),
        bytes: z.int().openapi({ description: 'The size of the responses on the network.' }),
      })
      .nullable()
      .openapi({
        description: `The use of proxies that still exist; null: the task began more than ${EVENTS_KEPT_DAYS} days ago, so its sessions have been deleted.`,
      }),
  })
  .openapi({ description: 'The cost of its last attempt so far.' });
