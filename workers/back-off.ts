import { CLOCK_OFF_MS_MAX, clockInWords, type BackOffCause, type WorkerResources } from '../domain/worker.ts';

export interface BackOffSettings {
  /** Shares of 1; at 1 there is no back-off. */
  memoryThreshold: number;
  cpuThreshold: number;
  /** How long the worker takes no tasks before it measures again. */
  durationMs: number;
}

/** What decides whether a worker takes new work. */
type Observed = Pick<WorkerResources, 'cpu_percent'> & {
  /** Of the pod. */
  memory_percent: number;
  /** How far its clock is ahead of the database's; below 0 it is behind. */
  clock_ahead_ms: number;
};

/** Whether a worker takes no new tasks, and why. */
export interface BackOff {
  /** Null while it works normally. */
  readonly reason: string | null;
  readonly cause: BackOffCause | null;
  /** Processes a measurement. @returns what it changed */
  observe(measured: Observed, nowMs: number): 'began' | 'ended' | null;
}

/**
 * Above a threshold, or while its clock is wrong, a worker backs off for a while, and then measures again.
 *
 *     normal      ──► backing off   observe: memory, processor or clock beyond its limit
 *     backing off ──► backing off   observe: the time is over, and it still is
 *     backing off ──► normal        observe: the time is over, and it is not
 */
export function createBackOff(settings: BackOffSettings): BackOff {
  let current: Pressure | null = null;
  let untilMs = 0;
  return {
    get reason() {
      return current?.reason ?? null;
    },
    get cause() {
      return current?.cause ?? null;
    },
    observe(measured, nowMs) {
      if (current !== null && nowMs < untilMs) return null;
      const before = current;
      current = findPressure(measured, settings);
      if (current !== null) untilMs = nowMs + settings.durationMs;
      if ((before === null) === (current === null)) return null;
      return current === null ? 'ended' : 'began';
    },
  };
}

interface Pressure {
  cause: BackOffCause;
  reason: string;
}

function findPressure(
  { memory_percent: memory, cpu_percent: cpu, clock_ahead_ms: clockAheadMs }: Observed,
  { memoryThreshold, cpuThreshold }: BackOffSettings,
): Pressure | null {
  if (Math.abs(clockAheadMs) > CLOCK_OFF_MS_MAX)
    return {
      cause: 'clock',
      reason: `Clock ${clockInWords(clockAheadMs)} the database's (limit: ${CLOCK_OFF_MS_MAX / 1_000} s)`,
    };
  if (isAbove(memory, memoryThreshold))
    return { cause: 'memory', reason: describe('Memory', memory, memoryThreshold) };
  return isAbove(cpu, cpuThreshold) ? { cause: 'cpu', reason: describe('CPU', cpu, cpuThreshold) } : null;
}

function isAbove(percent: number, threshold: number): boolean {
  return threshold < 1 && percent > threshold * 100;
}

function describe(what: string, percent: number, threshold: number): string {
  return `${what} at ${percent.toFixed(1)}% (threshold: ${Math.round(threshold * 1_000) / 10}%)`;
}
