import type { Client } from '@temporalio/client';
import pLimit from 'p-limit';
import { callTemporal } from './call-temporal.ts';
import type { Execution, PendingWork } from './temporal-state.ts';
import { resetActivity, type ResetOutcome } from './steer-tasks.ts';

interface StuckWork {
  execution: Execution;
  activity: PendingWork;
}

/** A stuck activity, and what was done about it. */
export type Recovered<Stuck extends StuckWork> = Stuck & {
  /** `found`: it was a dry run. */
  outcome: ResetOutcome | 'found';
};

const RESETS_AT_ONCE = 10;

/**
 * Resets stuck activities, so that they start again. Usually, a heartbeat timeout has had the same effect earlier; this forces
 * it.
 * @throws TemporalUnavailable
 */
export async function recoverStuck<Stuck extends StuckWork>(
  client: Client,
  stuck: Stuck[],
  { isDryRun }: { isDryRun: boolean },
): Promise<Recovered<Stuck>[]> {
  return pLimit(RESETS_AT_ONCE).map(stuck, async (one) => ({
    ...one,
    outcome: isDryRun
      ? ('found' as const)
      : await callTemporal(client, () => resetActivity(client, one.execution, one.activity)),
  }));
}
