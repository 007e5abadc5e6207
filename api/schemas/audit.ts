import { z } from '@hono/zod-openapi';
import type { AuditRow } from '../../db/queries/api-audit.ts';
import { AUDIT_OUTCOMES, auditOutcome } from '../../domain/audit-outcome.ts';
import { withIsoTimes } from '../../reports/iso-times.ts';
import { time } from '../route-parts.ts';

export const auditEntrySchema = z
  .object({
    id: z.number().int(),
    at: time,
    request_id: z.string(),
    actor: z.string().openapi({
      description: 'The caller: the id of a key; `local`; or for the command, `command:user@machine`.',
    }),
    actor_name: z.string(),
    address: z.string().nullable(),
    method: z.string().openapi({ description: 'The HTTP method, or `COMMAND`.' }),
    path: z.string().openapi({ description: 'The path of the request; for the command, its words.' }),
    reason: z.string().nullable().openapi({ description: 'What `X-Reason` or `--reason` said.' }),
    summary: z.string().nullable().openapi({
      description:
        'For a bulk action: the action, its filter, and how many tasks or jobs match. Null: the path and the body show the request.',
    }),
    body: z.unknown().openapi({
      description:
        'The body without secrets. A body of more than 4,000 characters is kept as its `beginning`, the number of `characters` sent, and their `sha256`, which is null if a field was removed. A list of proxies, or a body that is not JSON, is kept as its number of `characters` only.',
    }),
    status: z.number().int().nullable().openapi({
      description:
        'The status of the response, or the exit code of the command. Null: there was none, or it may still come; see `outcome`.',
    }),
    outcome: z.enum(AUDIT_OUTCOMES).nullable().openapi({
      description:
        '`interrupted`: the API or the database ended before the response, so the change may or may not have been made; a request counts as interrupted after ten minutes. Null: it may still be running.',
    }),
  })
  .openapi('AuditEntry');

/** Converts a row for responses. */
export function toAuditEntry(row: AuditRow): z.input<typeof auditEntrySchema> {
  return { ...withIsoTimes(row), outcome: auditOutcome(row, new Date()) };
}
