import { z } from '@hono/zod-openapi';
import type { AuditRow } from '../../db/queries/api-audit.ts';
import { time } from '../route-parts.ts';

export const auditEntrySchema = z
  .object({
    id: z.number().int(),
    at: time,
    request_id: z.string(),
    actor: z.string().openapi({ description: 'The id of the key, or `local`.' }),
    actor_name: z.string(),
    address: z.string().nullable(),
    method: z.string(),
    path: z.string(),
    reason: z.string().nullable().openapi({ description: 'What `X-Reason` said.' }),
    body: z.unknown().openapi({ description: 'The body without secrets, or how long it was.' }),
    status: z.number().int().nullable().openapi({ description: 'Null: the process ended with the request.' }),
  })
  .openapi('AuditEntry');

/** A row as answers have it. */
export function toAuditEntry({ at, ...row }: AuditRow): z.input<typeof auditEntrySchema> {
  return { ...row, at: at.toISOString() };
}
