/**
 * When a run was created: the server puts that into the ids of runs that it starts (UUIDs of version 7). Resets, retries
 * and runs that continue others have random ids; for them it is the given time.
 */
export function runCreatedAt(runId: string, otherwise: Date): Date {
  const [, high, low] = /^([\da-f]{8})-([\da-f]{4})-7/.exec(runId) ?? [];
  return high === undefined || low === undefined ? otherwise : new Date(Number.parseInt(high + low, 16));
}
