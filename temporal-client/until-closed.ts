import type { Client } from '@temporalio/client';
import { isNoAnswer } from './call-temporal.ts';
import type { Execution } from './temporal-state.ts';
import { readOutcome } from './steer-tasks.ts';

/** A worker needs milliseconds to close a run. The limit covers a lost worker, which would never close it. */
const CLOSES_WITHIN_MS = 2_000;

/**
 * Waits until the server has closed a run that has ended in the ledger. A workflow's last activity records the end a
 * moment before the workflow returns, and until then the workflow id is taken. If the run stays open, this still
 * returns, after `withinMs`.
 */
export async function untilClosed(
  client: Client,
  execution: Execution,
  withinMs = CLOSES_WITHIN_MS,
): Promise<void> {
  try {
    await client.withDeadline(Date.now() + withinMs, () => readOutcome(client, execution));
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
  }
}
