const TIME_ORDERED = /^([\da-f]{8})-([\da-f]{4})-7/;

/**
 * Returns the time at which a run was created. The id of a newly started run contains that time (version 7 UUID). Resets, retries and
 * continued runs have random ids; for them, returns `otherwise`.
 */
export function runCreatedAt(runId: string, otherwise: Date): Date {
  const [, high, low] = TIME_ORDERED.exec(runId) ?? [];
  return high === undefined || low === undefined ? otherwise : new Date(Number.parseInt(high + low, 16));
}

/** Whether a run's id contains its time: then the run is the first of its execution. */
export function holdsTime(runId: string): boolean {
  return TIME_ORDERED.test(runId);
}
