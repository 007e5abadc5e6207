/** Codes of the system for a server that is not there or cannot be reached, and PostgreSQL's for one that comes or goes, or has no room. */
const GONE =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|57P0[1235]|08\w{3}|53\w{3})$/;

/** The driver says these without a code. */
const GONE_WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed)/;

/** PostgreSQL's code for a statement that took too long. */
const TOO_SLOW = '57014';

/** PostgreSQL's code for a server that only reads, as one does that is about to take over. */
const READ_ONLY = '25006';

/** Whether an error says that the database does not answer, or not in time; other errors are answers. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof Error && (codeOf(error) === TOO_SLOW || isAway(error));
}

const poolErrors = new WeakSet<Error>();

/** Asks through a pool of ours, and marks what it fails with: clients of other servers fail with the same codes. */
export async function markPoolErrors<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error) poolErrors.add(error);
    throw error;
  }
}

/**
 * Whether an error comes from a pool of ours and says that the database is away: the same statement may succeed once it is
 * back, however often it failed.
 */
export function isUncountedOutage(error: unknown): error is Error {
  return error instanceof Error && poolErrors.has(error) && (codeOf(error) === READ_ONLY || isAway(error));
}

function isAway(error: Error): boolean {
  return GONE.test(codeOf(error)) || GONE_WORDS.test(error.message);
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
