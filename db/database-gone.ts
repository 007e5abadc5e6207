/** Codes of the system for a server that is not there, and PostgreSQL's for one that comes or goes, or takes too long. */
const GONE = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|57014|57P0[123]|08\w{3}|53300)$/;

/** The pool says these without a code. */
const GONE_WORDS = /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout)/;

/** Whether an error says that the database does not answer; other errors are answers. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && GONE.test(String(error.code))) || GONE_WORDS.test(error.message);
}
