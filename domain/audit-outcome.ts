/** The method of audit entries for command calls; all other methods are HTTP's. */
export const COMMAND_METHOD = 'COMMAND';

export const AUDIT_OUTCOMES = ['done', 'failed', 'refused', 'interrupted'] as const;

export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Nobody reads a longer reason. */
export const REASON_CHARACTERS_MAX = 500;

/** The outcomes of the command's exit codes; any other code is a failure. */
const EXITS: Readonly<Record<number, AuditOutcome>> = { 0: 'done', 2: 'refused', 130: 'interrupted' };

interface Audited {
  method: string;
  /** The HTTP status of a request or the exit code of a command; null when it has not ended, or the process died with it. */
  status: number | null;
  at: Date;
}

/** No request takes longer than this; a command may wait for hours. */
const REQUEST_MS_MAX = 10 * 60_000;

/** The outcome of an audit entry; null when it may still be running. */
export function auditOutcome({ method, status, at }: Audited, now: Date): AuditOutcome | null {
  if (status === null)
    return method !== COMMAND_METHOD && now.getTime() - at.getTime() > REQUEST_MS_MAX ? 'interrupted' : null;
  if (method === COMMAND_METHOD) return EXITS[status] ?? 'failed';
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
}
