import { types } from 'node:util';
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { scrubCredentials } from '../domain/credentials.ts';
import { createLineFormatter } from './format-log-lines.ts';

/** Bytes of lines that wait while stdout takes none; lines beyond them are lost. */
const UNWRITTEN_BYTES_MAX = 1_000_000;

export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error'>;

/** A password in a field of its own, in a JSON line. */
const SECRET_FIELDS = /"password":"(?:[^"\\]|\\.)*"/gi;

/** A text in a JSON line, with its quotes. */
const JSON_TEXTS = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/**
 * A logger that writes to stdout, with credentials in URLs and passwords taken out: lines for people where that is a
 * terminal, else one JSON object a line.
 * @param level lines below it are not written
 */
export function createLog(level: string, bindings: Record<string, unknown> = {}): Logger {
  const options: LoggerOptions = {
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
  };
  return pino(options, process.stdout.isTTY ? formatted(openStdout()) : openStdout());
}

/**
 * Stdout for log lines. What cannot be written, as on a full disk, waits for the next line; the program goes on.
 * Writes are synchronous: pino flushes asynchronous ones at exit, and never ends doing so while the disk is full.
 */
function openStdout(): DestinationStream {
  const stdout = pino.destination({ dest: process.stdout.fd, sync: true, maxLength: UNWRITTEN_BYTES_MAX });
  // Without a listener, pino would throw what the write failed with at whoever logs.
  stdout.on('error', () => undefined);
  return stdout;
}

function formatted(stdout: DestinationStream): DestinationStream {
  const format = createLineFormatter({ isColored: process.stdout.hasColors() });
  return { write: (line) => stdout.write(format(line)) };
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
