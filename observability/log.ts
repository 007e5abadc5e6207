import { types } from 'node:util';
import { pino, type Logger } from 'pino';

export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error'>;

/**
 * Credentials in a URL, as in `http://user:password@host`, wherever they stand in a text: up to the last @ before the
 * path, since a password may hold one. A quote or a backslash ends the text that a JSON line carries.
 */
const CREDENTIALS = /\/\/[^\s/?#"<>\\]*@/g;

/** A password in a field of its own, in a JSON line. */
const SECRET_FIELDS = /"password":"(?:[^"\\]|\\.)*"/gi;

/** Takes user names and passwords out of URLs in a text, so that no log line or failure shows them. */
export function withoutCredentials(words: string): string {
  return words.replace(CREDENTIALS, '//***@');
}

/**
 * A logger that writes one JSON object a line to stdout, with credentials in URLs and passwords taken out.
 * @param level lines below it are not written
 */
export function createLog(level: string, bindings: Record<string, unknown> = {}): Logger {
  return pino({
    level,
    base: bindings,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // Ours come as `err`, those of Temporal's SDK as `error`.
    serializers: { err: errorRecord, error: errorRecord },
    hooks: {
      streamWrite: (line) => withoutCredentials(line).replace(SECRET_FIELDS, '"password":"***"'),
    },
  });
}

function isError(error: unknown): error is Error {
  return error instanceof Error || types.isNativeError(error);
}

function errorRecord(error: unknown): Record<string, unknown> {
  // Those of workflows come out of a realm of their own, whose `Error` is another.
  if (!isError(error))
    return { message: typeof error === 'string' ? error : (JSON.stringify(error) ?? String(error)) };
  return {
    name: error.name,
    message: error.message,
    ...('kind' in error ? { kind: error.kind } : {}),
    ...('evidence' in error ? { evidence: error.evidence } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: errorRecord(error.cause) }),
  };
}
