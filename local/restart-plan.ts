import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

const RESTART_DELAY_MS_MAX = 5_000;
/** Between restarts that do not count: whatever they wait for takes seconds at least. */
const UNCOUNTED_DELAY_MS = 2_000;
/** With less free space a server cannot be expected to work: PostgreSQL makes files of 16 MiB. */
const FREE_BYTES_MIN = 32 * 1024 * 1024;

/** How often a process is started again when it ends by itself. */
export interface RestartBound {
  maxRestarts: number;
  windowMs: number;
  /**
   * Reads the last lines of the log. Returns what the process waits for, as the end of a sentence, when it ended for a
   * reason that passes by itself: the restart then does not count. Null: it counts.
   */
  waitsFor?: ((logTail: string) => string | null) | undefined;
}

export interface RestartPlan {
  delayMs: number;
  /** What the process waits for, when the restart does not count. */
  waitsFor: string | null;
}

interface Ended {
  logFile: string;
  logTail: string;
  /** Earlier exits that counted; this one is added when it counts. */
  exitTimesMs: number[];
  /** Whether a process that a full disk has ended waits for space, however often it has to be started for that. */
  waitsForDisk: boolean;
}

/** Decides when a process that has ended by itself is started again. Null: never, there were too many exits. */
export function planRestart(bound: RestartBound | undefined, ended: Ended): RestartPlan | null {
  if (!bound) return null;
  const { logFile, logTail, exitTimesMs, waitsForDisk } = ended;
  const waitsFor =
    bound.waitsFor?.(logTail) ??
    (waitsForDisk && isDiskFull(logFile, logTail) ? `the disk of ${dirname(logFile)} has space` : null);
  if (waitsFor !== null) return { delayMs: UNCOUNTED_DELAY_MS, waitsFor };
  const delayMs = restartDelayMs(bound, exitTimesMs);
  return delayMs === undefined ? null : { delayMs, waitsFor: null };
}

/** How long to wait before the next start, or undefined when there were too many exits in the window. */
export function restartDelayMs(
  { maxRestarts, windowMs }: RestartBound,
  exitTimesMs: number[],
  nowMs = Date.now(),
): number | undefined {
  exitTimesMs.push(nowMs);
  while (exitTimesMs[0] !== undefined && exitTimesMs[0] <= nowMs - windowMs) exitTimesMs.shift();
  if (exitTimesMs.length > maxRestarts) return undefined;
  return exitTimesMs.length === 1 ? 0 : Math.min(100 * 2 ** (exitTimesMs.length - 2), RESTART_DELAY_MS_MAX);
}

/** On a full disk the log itself may have ended too early to say so, and a quota shows in the log alone. */
function isDiskFull(logFile: string, logTail: string): boolean {
  if (/No space left on device|ENOSPC|disk is full|EDQUOT|quota exceeded/i.test(logTail)) return true;
  try {
    const { bavail, blocks, bsize } = statfsSync(dirname(logFile));
    // Some file systems do not know their size.
    return blocks > 0 && bavail * bsize < FREE_BYTES_MIN;
  } catch {
    return false;
  }
}
