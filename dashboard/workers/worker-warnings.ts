import type { Worker } from '../server/workers-api.ts';

/**
 * Limits of the difference between a worker's clock and the database's, as workers themselves use them: they report differences
 * above the first, and take no new work above the second.
 */
const CLOCK_OFF_REPORTED_MS = 5_000;
const CLOCK_OFF_MS_MAX = 60_000;

/** Returns the warnings about a running worker, one sentence each. */
export function warningsOf({
  clock_ahead_ms: aheadMs,
  rival_pod_name: rival,
  crashes,
}: Pick<Worker, 'clock_ahead_ms' | 'rival_pod_name' | 'crashes'>): string[] {
  return [
    // If two processes use one worker id, it is unknown whether one of them was started after the other crashed.
    ...(crashes === 0 || rival !== null ? [] : [crashWarning(crashes)]),
    ...(aheadMs === null || Math.abs(aheadMs) <= CLOCK_OFF_REPORTED_MS ? [] : [clockWarning(aheadMs)]),
    ...(rival === null ? [] : [`Another worker runs under its id, in pod ${rival}.`]),
  ];
}

function clockWarning(aheadMs: number): string {
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1);
  const isTooFar = Math.abs(aheadMs) > CLOCK_OFF_MS_MAX;
  return `Its clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's${isTooFar ? ', so it takes no new work' : ''}.`;
}

/** Warns of restarts after crashes. The words do not blame the worker, since a single crash may be a forced deployment. */
function crashWarning(crashes: number): string {
  const times = crashes === 1 ? 'once' : `${crashes} times`;
  return `It was started again ${times} within 15 minutes after its process ended without a closing record: it was killed, for example for its memory, or crashed.`;
}
