const TIME_ORDERED = /^([\da-f]{8})-([\da-f]{4})-7/;

/**
 * When a run was created: the server puts that into the ids of runs that it starts (UUIDs of version 7). Resets, retries
 * and runs that continue others have random ids; for them it is the given time.
 */
export function runCreatedAt(runId: string, otherwise: Date): Date {
  const [, high, low] = TIME_ORDERED.exec(runId) ?? [];
  return high === undefined || low === undefined ? otherwise : new Date(Number.parseInt(high + low, 16));
}

/** Whether a run's id holds its time: then the run is the first of its execution. */
export function holdsTime(runId: string): boolean {
  return TIME_ORDERED.test(runId);
}
