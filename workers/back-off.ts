import {
  CLOCK_OFF_MS_MAX,
  describeClock,
  type BackOffCause,
  type WorkerResources,
} from '../domain/worker.ts';

export interface BackOffSettings {
  /** Fractions of 1; at 1, there is no back-off. */
  memoryThreshold: number;
  cpuThreshold: number;
  /** Whose memory is measured; used in the reason. */
  memoryOf: 'worker' | 'pod';
  /** How long the worker takes no tasks before it measures again. */
  durationMs: number;
}

/** The measurements that decide whether a worker takes new work. */
type Observed = Pick<WorkerResources, 'cpu_percent'> & {
  /** Of the pod. */
  memory_percent: number;
  /** How far the machine's clock is ahead of the database's; negative if behind. */
  clock_ahead_ms: number;
};

/** Whether a worker takes no new tasks, and why. */
export interface BackOff {
  /** Null while the worker takes tasks. Contains the last measured number, which the worker also reports. */
  readonly reason: string | null;
  readonly cause: BackOffCause | null;
  /** Processes a measurement. @returns the transition, or null */
  observe(measured: Observed, nowMs: number): 'began' | 'ended' | null;
}

/**
 * Creates the back-off of a worker: above a threshold, or while its clock is wrong, the worker takes no tasks for a while, then
 * measures again.
 *
 *     normal      ──► backing off   observe: memory, processor or clock beyond its limit
 *     backing off ──► backing off   observe: the time has not passed, or something is beyond its limit
 *     backing off ──► normal        observe: the time has passed, and nothing is beyond its limit
 */
export function createBackOff(settings: BackOffSettings): BackOff {
  let cause: BackOffCause | null = null;
  let reason: string | null = null;
  let untilMs = 0;
  let sinceMs = 0;
  return {
    get reason() {
      return reason;
    },
    get cause() {
      return cause;
    },
    observe(measured, nowMs) {
      const before = cause;
      const found = findCause(measured, settings);
      if (before === null || nowMs >= untilMs) {
        if (cause !== found) sinceMs = nowMs;
        cause = found;
        untilMs = nowMs + settings.durationMs;
      }
      reason = cause === null ? null : describe(cause, measured, settings) + lasting(nowMs - sinceMs);
      if (cause !== null && !isBeyond(cause, measured, settings))
        reason += `, within it now and checked again within ${settings.durationMs / 1_000} s`;
      if ((before === null) === (cause === null)) return null;
      return cause === null ? 'ended' : 'began';
    },
  };
}

const CAUSES: readonly BackOffCause[] = ['clock', 'memory', 'cpu'];

function findCause(measured: Observed, settings: BackOffSettings): BackOffCause | null {
  return CAUSES.find((cause) => isBeyond(cause, measured, settings)) ?? null;
}

function isBeyond(cause: BackOffCause, measured: Observed, settings: BackOffSettings): boolean {
  if (cause === 'clock') return Math.abs(measured.clock_ahead_ms) > CLOCK_OFF_MS_MAX;
  return cause === 'memory'
    ? isAbove(measured.memory_percent, settings.memoryThreshold)
    : isAbove(measured.cpu_percent, settings.cpuThreshold);
}

function isAbove(percent: number, threshold: number): boolean {
  return threshold < 1 && percent > threshold * 100;
}

function describe(cause: BackOffCause, measured: Observed, settings: BackOffSettings): string {
  switch (cause) {
    case 'clock':
      return `Clock ${describeClock(measured.clock_ahead_ms)} the database's (limit: ${CLOCK_OFF_MS_MAX / 1_000} s)`;
    case 'memory': {
      const what = settings.memoryOf === 'pod' ? 'Memory of the pod' : 'Memory';
      return describeShare(what, measured.memory_percent, settings.memoryThreshold);
    }
    case 'cpu':
      return describeShare('CPU', measured.cpu_percent, settings.cpuThreshold);
  }
}

/**
 * Returns for how many minutes a back-off has lasted; empty in the first minute, within which most end. A long one may need an
 * operator, for example if memory leaks.
 */
function lasting(spanMs: number): string {
  const minutes = Math.floor(spanMs / 60_000);
  return minutes === 0 ? '' : ` for ${minutes} min`;
}

function describeShare(what: string, percent: number, threshold: number): string {
  return `${what} at ${percent.toFixed(1)}% (threshold: ${Math.round(threshold * 1_000) / 10}%)`;
}
