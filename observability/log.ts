import { types } from 'node:util';
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { scrubCredentials } from '../domain/credentials.ts';
import { createLineFormatter } from './format-log-lines.ts';

/** How many bytes of lines are buffered while stdout accepts none; further lines are lost. */
const UNWRITTEN_BYTES_MAX = 1_000_000;

export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error'>;

/** A `password` field in a JSON line. */
const SECRET_FIELDS = /"password":"(?:[^"\\]|\\.)*"/gi;

/** A string in a JSON line, with its quotes. */
const JSON_TEXTS = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/**
 * Creates a logger that writes to stdout and removes passwords and credentials in URLs: readable lines if stdout is a terminal,
 * otherwise one JSON object per line.
 * @param level lines below this level are not written
 */
export function createLog(level: string, bindings: Record<string, unknown> = {}): Logger {
  const options: LoggerOptions = {
    level,
    base: bindings,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // Our errors are logged as `err`, those of Temporal's SDK as `error`.
    serializers: { err: errorRecord, error: errorRecord },
    hooks: {
      streamWrite: (line) =>
        line.replace(JSON_TEXTS, scrubJsonText).replace(SECRET_FIELDS, '"password":"***"'),
    },
  };
  return pino(options, process.stdout.isTTY ? formatted(openStdout()) : openStdout());
}

/**
 * Opens stdout for log lines. A line that cannot be written, for example on a full disk, waits for the next line; the program
 * continues. Writes are synchronous: pino flushes asynchronous ones at exit, which never ends while the disk is full.
 */
function openStdout(): DestinationStream {
  const stdout = pino.destination({ dest: process.stdout.fd, sync: true, maxLength: UNWRITTEN_BYTES_MAX });
  // Without a listener, pino would throw a write error at the caller.
  stdout.on('error', () => undefined);
  return stdout;
}

function formatted(stdout: DestinationStream): DestinationStream {
  const format = createLineFormatter({ isColored: process.stdout.hasColors() });
  return { write: (line) => stdout.write(format(line)) };
}

/** Removes credentials from a JSON string. It is decoded first: an escape sequence would look like part of a credential. */
function scrubJsonText(json: string): string {
  const text = JSON.parse(json) as string;
  const scrubbed = scrubCredentials(text);
  return scrubbed === text ? json : JSON.stringify(scrubbed);
}

function isError(error: unknown): error is Error {
  return error instanceof Error || types.isNativeError(error);
}

function errorRecord(error: unknown): Record<string, unknown> {
  // Errors of workflows come from another realm, whose `Error` is a different class, so `instanceof` alone would miss them.
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
