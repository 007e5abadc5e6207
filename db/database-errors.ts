/** Codes of the operating system and of PostgreSQL for a connection that broke. */
const LOST_CONNECTION = /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|57P0[125]|0800[36])$/;

/** Messages for a connection that broke: the driver's errors have no code, and PgBouncer's have the code of a protocol violation. */
const LOST_CONNECTION_MESSAGE =
  /^(Connection terminated( unexpectedly)?$|Client (has encountered a connection error|was closed)|server conn crashed)/;

/** Codes for a server that cannot be reached, does not accept connections, or is out of disk space or connections. */
const OUTAGE = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P03|0800[014]|53[13]00)$/;

const OUTAGE_MESSAGE =
  /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout|server (login has been failing|shutting down|DNS lookup failed)|pooler is shutting down|pgbouncer cannot connect to server|query_wait_timeout|client_login_timeout|no more connections allowed|client connections exceeded)/;

/** PostgreSQL's code for a write that found no space. */
const DISK_FULL = '53100';

/** PostgreSQL's code for a write to a server that only reads, such as a standby that is about to take over. */
const READ_ONLY = '25006';

/** PostgreSQL's codes for a statement that took too long, and for a server that is out of memory. */
const OVERLOAD = /^(57014|53200)$/;

const poolErrors = new WeakSet<Error>();

/** Marks errors of our own pools: clients of other servers fail with the same codes. */
export async function markPoolErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) poolErrors.add(error);
    throw error;
  }
}

/** Whether the database did not respond, or not in time, so that a caller should retry later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof Error && (isOutage(error) || OVERLOAD.test(codeOf(error)) || isReadTimeout(error));
}

/**
 * Whether an error of our own pools shows an outage of the database. Attempts that fail in an outage are not counted. False for
 * errors that the statement itself may cause, such as running out of memory or time: uncounted, it would be repeated forever.
 */
export function isUncountedOutage(error: unknown): error is Error {
  return error instanceof Error && poolErrors.has(error) && (isOutage(error) || codeOf(error) === READ_ONLY);
}

/** Whether the database could not write, because its disk is full. */
export function isDatabaseDiskFull(error: Error): boolean {
  return codeOf(error) === DISK_FULL;
}

/**
 * Describes an outage of the database, without a full stop. If all addresses of a host name refuse, the driver's error has a code
 * and no message.
 */
export function describeOutage(error: Error): string {
  const because = error.message || codeOf(error);
  return isDatabaseDiskFull(error)
    ? `The disk of the database is full: ${because}. Free space there`
    : `The database is unavailable: ${because}`;
}

/** Whether a connection of our own pools broke. A statement may cause that too, by crashing the server. */
export function isLostConnection(error: unknown): boolean {
  return error instanceof Error && poolErrors.has(error) && isLost(error);
}

/** Whether the driver stopped waiting for a response; the driver's error for that has no code. */
export function isReadTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

function isOutage(error: Error): boolean {
  return isLost(error) || OUTAGE.test(codeOf(error)) || OUTAGE_MESSAGE.test(error.message);
}

function isLost(error: Error): boolean {
  return LOST_CONNECTION.test(codeOf(error)) || LOST_CONNECTION_MESSAGE.test(error.message);
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
