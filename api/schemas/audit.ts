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
    actor: z
      .string()
      .openapi({ description: 'The id of the key; `local`; of the command, `command:user@machine`.' }),
    actor_name: z.string(),
    address: z.string().nullable(),
    method: z.string().openapi({ description: 'Of HTTP, or `COMMAND`.' }),
    path: z.string().openapi({ description: 'Of a call of the command, its words.' }),
    reason: z.string().nullable().openapi({ description: 'What `X-Reason` or `--reason` said.' }),
    summary: z.string().nullable().openapi({
      description:
        'Of a bulk action: what is done to how many tasks or jobs of which filter. Null: path and body say it.',
    }),
    body: z.unknown().openapi({
      description:
        'The body without secrets. Of more than 4,000 characters: the `beginning`, how many `characters` were sent, and their `sha256`, which is null where a field was taken out. Of a list of proxies, and of what is not JSON: its `characters`.',
    }),
    status: z.number().int().nullable().openapi({
      description: 'The status of the answer, or the exit code of the command. Null: as with `outcome`.',
    }),
    outcome: z.enum(AUDIT_OUTCOMES).nullable().openapi({
      description:
        '`interrupted`: the API or the database ended before it was answered, so it may have been done or not; a request is known for that after ten minutes. Null: it may be under way.',
    }),
  })
  .openapi('AuditEntry');

/** Converts a row for responses. */
export function toAuditEntry(row: AuditRow): z.input<typeof auditEntrySchema> {
  return { ...withIsoTimes(row), outcome: auditOutcome(row, new Date()) };
}
