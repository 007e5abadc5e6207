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
    serializers: { err: (error: unknown) => errorRecord(error) },
    hooks: {
      streamWrite: (line) => withoutCredentials(line).replace(SECRET_FIELDS, '"password":"***"'),
    },
  });
}

function errorRecord(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    name: error.name,
    message: error.message,
    ...('kind' in error ? { kind: error.kind } : {}),
    ...('evidence' in error ? { evidence: error.evidence } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: errorRecord(error.cause) }),
  };
}
