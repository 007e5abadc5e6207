import { CancellationScope, patched, setCurrentDetails } from '@temporalio/workflow';
import { describeBlockingTask, type MayWait, type WaitsForStore } from '../domain/store-wait.ts';
import { bookkeepingActivities } from './activity-proxies.ts';
import { listenFor } from './listen-for.ts';
import { storeFreeSignal } from './messages.ts';

/** Passed to activities that work on a store: this workflow can wait for another task of the store to end. */
export const MAY_WAIT: MayWait = { mayWait: true };

interface Waiting {
  /** Shows what the work waits for; null when the wait has ended. */
  show?: (text: string | null) => void;
  /** A number whose change means that the work is more urgent now and must be requested again. */
  urgency?: () => number;
}

/**
 * Creates a function that runs the tasks of a store one at a time. Work that finds another task of the store running waits
 * without holding a slot, and is then repeated. A task that ends signals the next one.
 */
export function createStoreWait() {
  const untilReported = listenFor(storeFreeSignal);
  return async function inTurn<Result extends object>(
    work: () => Promise<Result | WaitsForStore>,
    { show = (text) => setCurrentDetails(text ?? ''), urgency = () => 0 }: Waiting = {},
  ): Promise<Result> {
    for (;;) {
      const requested = urgency();
      const done = await work();
      if (!('waitsFor' in done)) return done;
      const { dispensaryId, workflowId, since } = done.waitsFor;
      show(`Waiting for ${describeBlockingTask(workflowId, since)}`);
      for (let round = 0; urgency() === requested; round += 1) {
        const summary = `dispensary ${dispensaryId}: is ${workflowId} still at work?`;
        if (!(await bookkeepingActivities(summary).lookAtHolder({ dispensaryId })).hasToWait) break;
        if (await untilReported(FIRST_LOOK_MS * 2 ** round, () => urgency() !== requested)) break;
      }
      show(null);
    }
  };
}

/** A terminated task sends no signal, so a waiting task also checks by itself, at growing intervals. */
const FIRST_LOOK_MS = 15_000;

/** Runs a task of a store that is not a chain, and releases the store for others if the task fails. */
export async function leavingStore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (patched('one-task-a-store'))
      await CancellationScope.nonCancellable(() => bookkeepingActivities('leave the store').leaveStore());
    throw error;
  }
}
