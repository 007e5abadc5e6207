import type { Client } from '@temporalio/client';
import { isNoAnswer } from './ask-temporal.ts';
import type { Execution } from './look-at-tasks.ts';
import { readOutcome } from './steer-tasks.ts';

/** A worker needs milliseconds for it; one that is lost would be waited for without end. */
const CLOSES_WITHIN_MS = 2_000;

/**
 * Waits until the server has closed a run that the ledger has as over: its last activity writes its end a moment before
 * the workflow returns, and until then its id is taken. Of one that stays open nothing is said: the id is taken then.
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
