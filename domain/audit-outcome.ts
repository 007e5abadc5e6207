/** The `method` of an audit entry for a call of the command line; all other entries have an HTTP method. */
export const COMMAND_METHOD = 'COMMAND';

export const AUDIT_OUTCOMES = ['done', 'failed', 'refused', 'interrupted'] as const;

export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** The longest reason that people may give for an action, in characters. */
export const REASON_CHARACTERS_MAX = 500;

/** The outcome for each exit code of the command; any other code means `failed`. */
const EXITS: Readonly<Record<number, AuditOutcome>> = { 0: 'done', 2: 'refused', 130: 'interrupted' };

interface Audited {
  method: string;
  /** The HTTP status of a request or the exit code of a command; null if it has not ended, or its process died before the end. */
  status: number | null;
  at: Date;
}

/** No request takes longer than this, so an older one without a status was interrupted. A command may wait for hours. */
const REQUEST_MS_MAX = 10 * 60_000;

/** Returns the outcome of an audit entry; null if the request or command may still be running. */
export function auditOutcome({ method, status, at }: Audited, now: Date): AuditOutcome | null {
  if (status === null)
    return method !== COMMAND_METHOD && now.getTime() - at.getTime() > REQUEST_MS_MAX ? 'interrupted' : null;
  if (method === COMMAND_METHOD) return EXITS[status] ?? 'failed';
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
}
