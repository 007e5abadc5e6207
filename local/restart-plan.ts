import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

const RESTART_DELAY_MS_MAX = 5_000;
/** The delay of uncounted restarts: what they wait for takes at least seconds. */
const UNCOUNTED_DELAY_MS = 2_000;
/** With less free space, a server is not expected to work: PostgreSQL creates files of 16 MiB. */
const FREE_BYTES_MIN = 32 * 1024 * 1024;

/** A process that has run for this long has accepted its settings. */
const STARTED_AFTER_MS = 60_000;

/** Limits how often a process is restarted after unexpected exits. */
export interface RestartBound {
  maxRestarts: number;
  windowMs: number;
  /**
   * Whether a process refused its settings. If it does so in the first minute of its first start, it is not restarted: a restart would
   * fail in the same way.
   */
  refuses?: ((end: { code: number | null; logTail: string }) => boolean) | undefined;
  /**
   * Reads the last lines of the log. If the process ended for a temporary reason, returns what a restart waits for, as the end of
   * a sentence; that restart is not counted. Null: it is counted.
   */
  waitsFor?: ((logTail: string) => string | null) | undefined;
}

export interface RestartPlan {
  delayMs: number;
  /** What the process waits for; null if the restart is counted. */
  waitsFor: string | null;
}

interface Ended {
  code: number | null;
  /** Whether the process has never exited before. */
  isFirst: boolean;
  /** How long it ran. */
  ranMs: number;
  logFile: string;
  logTail: string;
  /** The times of earlier exits that were counted. This exit is added if it is counted. */
  exitTimesMs: number[];
  /** Whether a process that ended because of a full disk is restarted until there is space, without a limit. */
  waitsForDisk: boolean;
}

/** Plans the restart of a process that exited unexpectedly. Null: no restart, after too many exits. */
export function planRestart(bound: RestartBound | undefined, ended: Ended): RestartPlan | null {
  if (!bound) return null;
  const { logFile, logTail, exitTimesMs, waitsForDisk } = ended;
  const waitsFor =
    bound.waitsFor?.(logTail) ??
    (waitsForDisk && isDiskFull(logFile, logTail) ? `the disk of ${dirname(logFile)} has space` : null);
  if (waitsFor !== null) return { delayMs: UNCOUNTED_DELAY_MS, waitsFor };
  if (ended.isFirst && ended.ranMs < STARTED_AFTER_MS && bound.refuses?.(ended) === true) return null;
  const delayMs = restartDelayMs(bound, exitTimesMs);
  return delayMs === undefined ? null : { delayMs, waitsFor: null };
}

/**
 * Returns the delay before the next start in milliseconds; undefined after too many exits in the window. Adds this exit to
 * `exitTimesMs`.
 */
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

/**
 * Whether a process ended because of a full disk. The log may have ended before the error was written, so the free space counts
 * too; an exceeded quota shows only in the log.
 */
function isDiskFull(logFile: string, logTail: string): boolean {
  if (/No space left on device|ENOSPC|disk is full|EDQUOT|quota exceeded/i.test(logTail)) return true;
  try {
    const { bavail, blocks, bsize } = statfsSync(dirname(logFile));
    // Some file systems do not report their size.
    return blocks > 0 && bavail * bsize < FREE_BYTES_MIN;
  } catch {
    return false;
  }
}
