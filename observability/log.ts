import { types } from 'node:util';
import { pino, type Logger } from 'pino';
import { scrubCredentials } from '../domain/credentials.ts';

export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error'>;

/** A password in a field of its own, in a JSON line. */
const SECRET_FIELDS = /"password":"(?:[^"\\]|\\.)*"/gi;

/** A text in a JSON line, with its quotes. */
const JSON_TEXTS = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

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
      streamWrite: (line) =>
        line.replace(JSON_TEXTS, scrubJsonText).replace(SECRET_FIELDS, '"password":"***"'),
    },
  });
}

/** Scrubs the text itself: in its JSON, what is escaped would pass for a part of the credential. */
function scrubJsonText(json: string): string {
  const text = JSON.parse(json) as string;
  const scrubbed = scrubCredentials(text);
  return scrubbed === text ? json : JSON.stringify(scrubbed);
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
