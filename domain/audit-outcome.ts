/** The method of an audit entry that tells of a call of the command; the others are those of HTTP. */
export const COMMAND_METHOD = 'COMMAND';

export const AUDIT_OUTCOMES = ['done', 'failed', 'refused', 'interrupted'] as const;

export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** More than this nobody reads. */
export const REASON_CHARACTERS_MAX = 500;

/** What an exit code of the command says; any other one is a failure. */
const EXITS: Readonly<Record<number, AuditOutcome>> = { 0: 'done', 2: 'refused', 130: 'interrupted' };

interface Audited {
  method: string;
  /** The HTTP status of a request, the exit code of a command; null: it has not ended, or the process ended with it. */
  status: number | null;
  at: Date;
}

/** No request is answered after so long; a command may wait for hours. */
const REQUEST_MS_MAX = 10 * 60_000;

/** How what is noted in the audit ended; null: it may be under way. */
export function auditOutcome({ method, status, at }: Audited, now: Date): AuditOutcome | null {
  if (status === null)
    return method !== COMMAND_METHOD && now.getTime() - at.getTime() > REQUEST_MS_MAX ? 'interrupted' : null;
  if (method === COMMAND_METHOD) return EXITS[status] ?? 'failed';
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
}
