/** How a process ended. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Set when the process could not be started. */
  error?: Error;
}

interface LogRecord {
  level?: string;
  msg?: string;
  err?: { message?: string };
}

/** Node's message for an unhandled error, such as `Error: …` or `TypeError [ERR_…]: …`. */
const UNHANDLED = /^(?:Uncaught )?\w*(?:Error|Exception)(?: \[\w+\])?: .+/;

/** PostgreSQL's message for a fatal error; later lines only report the shutdown. */
const FATAL = /\b(?:FATAL|PANIC): +.+/;

/** Says why a process ended: the crash at the end of its log, else the last error, else the last line; with the exit code. */
export function reasonOfEnd(logTail: string, { code, signal, error }: ProcessEnd): string {
  if (error !== undefined) return `it could not be started: ${error.message}`;
  const how = signal === null ? `exit code ${code}` : `ended by ${signal}`;
  return `${lastWords(logTail)} (${how})`;
}

/** Returns the crash at the end of a log, else the last error, else the last line. */
function lastWords(logTail: string): string {
  const lines = logTail.trim().split('\n');
  const records = lines.map(parseRecord);
  const lastRecord = records.findLastIndex((record) => record !== null);
  const crash = lines.slice(lastRecord + 1).find((line) => UNHANDLED.test(line));
  if (crash !== undefined) return crash;
  const fatal = lines.findLast((line) => FATAL.test(line));
  if (fatal !== undefined) return FATAL.exec(fatal)![0];
  const failure = records.findLast((record) => record?.level === 'error' || record?.level === 'fatal');
  if (failure) return [failure.msg, failure.err?.message].filter(Boolean).join(': ');
  return records[lines.length - 1]?.msg || lines.at(-1) || 'it wrote nothing';
}

/** Returns what a process wrote after its last log record, for example all complaints about its settings; else its last words. */
export function allWords(logTail: string): string {
  const lines = logTail.trim().split('\n');
  const lastRecord = lines.findLastIndex((line) => parseRecord(line) !== null);
  return lines.slice(lastRecord + 1).join('\n') || lastWords(logTail);
}

function parseRecord(line: string): LogRecord | null {
  try {
    const record: unknown = JSON.parse(line);
    return typeof record === 'object' ? record : null;
  } catch {
    return null;
  }
}
