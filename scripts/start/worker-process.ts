import { fileURLToPath } from 'node:url';
import { talkativeLogLevel } from './log-level.ts';
import { withWait, type OnProgress } from '../../local/progress-ticks.ts';
import type { ProcessGroup } from '../../local/process-group.ts';
import { endOf, RESTARTS } from './end-of-process.ts';

const WORKER_MAIN = fileURLToPath(new URL('../../workers/main.ts', import.meta.url));

/** The minimum time between two reports of a full disk. Activities retry every minute, and one line for all of them is enough. */
const DISK_FULL_REPORT_MS = 60_000;

/** Longer than the worker's own grace period, so that it can stop by itself. */
const STOP_GRACE_MS = 25_000;

const DEFAULTS = {
  SHUTDOWN_GRACE_MS: '5000',
  // While all proxies cool down, the worker waits: a cool-down lasts longer than all restarts of a worker together.
  WAIT_FOR_COOLING_PROXIES: 'true',
};

/** A worker to start. */
export interface WorkerStart {
  /** The name in messages. Workers that are started one after the other are stopped together. */
  name: string;
  /** What lists of processes show in place of the command line. */
  title?: string;
  group: ProcessGroup;
  env: Record<string, string>;
  logFile: string;
  progress: OnProgress;
  umask: number;
  /** Rejected when the worker has ended for good, or cannot do its work. */
  failure: PromiseWithResolvers<never>;
}

/** Starts a worker; resolves when it serves its queues. A crashed worker restarts, up to a limit. */
export async function startWorkerProcess(start: WorkerStart): Promise<void> {
  const { name, title, group, env, logFile, umask, progress, failure } = start;
  progress(`Starting ${name}`);
  const onDiskFull = createDiskFullReport(start);
  const serving = Promise.withResolvers<void>();
  const managed = group.start({
    name,
    tier: 'workers',
    command: process.execPath,
    args: [...(title === undefined ? [] : [`--title=${title}`]), WORKER_MAIN],
    env: { ...DEFAULTS, ...process.env, ...env, LOG_LEVEL: talkativeLogLevel() },
    logFile,
    umask,
    graceMs: STOP_GRACE_MS,
    restart: RESTARTS,
    onStdoutLine: (line) => {
      const record = parseRecord(line);
      if (record?.msg === 'serving') serving.resolve();
      if (record?.err?.kind === 'StorageFull') onDiskFull(record.err.message ?? '');
    },
    onExit: ({ expected, willRestart, ...end }) => {
      if (expected || willRestart) return;
      failure.reject(endOf(name, { end, logTail: managed.logTail(), logFile }));
    },
  });
  await withWait(`Starting ${name}`, progress, () => Promise.race([serving.promise, failure.promise]));
}

function createDiskFullReport({ name, group, progress, failure }: WorkerStart): (message: string) => void {
  let reportedAtMs = -Infinity;
  return (message) => {
    if (!group.waitsForDisk) failure.reject(new Error(`The disk is full: ${message}`));
    else if (performance.now() - reportedAtMs > DISK_FULL_REPORT_MS) {
      reportedAtMs = performance.now();
      progress(`The disk is full, and ${name} goes on when there is space: ${message}`);
    }
  };
}

interface LogRecord {
  msg?: string;
  err?: { kind?: string; message?: string };
}

function parseRecord(line: string): LogRecord | null {
  try {
    return JSON.parse(line) as LogRecord;
  } catch {
    // The line is not one of the worker's log lines, but for example from a crash of the runtime.
    return null;
  }
}
