import type { Worker } from '../server/workers-api.ts';

/** The worker uses the same limits: it ignores smaller differences, and beyond the maximum it takes no new work. */
const CLOCK_OFF_REPORTED_MS = 5_000;
const CLOCK_OFF_MS_MAX = 60_000;

/** The warnings about a running worker, one sentence each. */
export function warningsOf({
  clock_ahead_ms: aheadMs,
  rival_pod_name: rival,
  crashes,
}: Pick<Worker, 'clock_ahead_ms' | 'rival_pod_name' | 'crashes'>): string[] {
  return [
    // With two processes under one id, it is unknown whether one was started after the other crashed.
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

/** A single crash may be a forced deployment. */
function crashWarning(crashes: number): string {
  const times = crashes === 1 ? 'once' : `${crashes} times`;
  return `It was started again ${times} within 15 minutes after a process that ended without a closing record: it was killed, as for its memory, or crashed.`;
}
