import { z } from '@hono/zod-openapi';
import { time } from '../route-parts.ts';

export const ledgerSchema = z
  .object({
    followed_to: time.nullable().openapi({
      description:
        'The ledger has everything that began or ended before this time; null: it has read nothing yet.',
    }),
    behind_seconds: z.int().nullable(),
    compared_at: time
      .nullable()
      .openapi({ description: 'When the open runs were last compared with those of Temporal; null: never.' }),
    open_runs: z.int(),
    followed_by: z.string().nullable().openapi({
      description: 'The process that keeps the ledger up to date with Temporal; null: none does.',
    }),
  })
  .openapi('Ledger');
