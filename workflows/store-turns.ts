import { CancellationScope, condition, patched, setCurrentDetails, setHandler } from '@temporalio/workflow';
import { tellTaskInTheWay, type MayWait, type WaitsForStore } from '../domain/store-turn.ts';
import { bookkeepingActivities } from './activity-proxies.ts';
import { storeFreeSignal } from './messages.ts';

/** Passed to activities that work on a store: this code can wait for the end of another task. */
export const MAY_WAIT: MayWait = { mayWait: true };

interface Waiting {
  /** Shows what is waited for; null: that it is over. */
  show?: (words: string | null) => void;
  /** A number that changes when the work should ask again, because it is more urgent now. */
  urgency?: () => number;
}

/**
 * Has the tasks of a store come one after the other: work that finds another one there waits for its end without a slot, and is then
 * done. The task that ends tells the next one.
 */
export function storeTurns() {
  const untilTold = listenForTurns();
  return async function inTurn<Result extends object>(
    work: () => Promise<Result | WaitsForStore>,
    { show = (words) => setCurrentDetails(words ?? ''), urgency = () => 0 }: Waiting = {},
  ): Promise<Result> {
    for (;;) {
      const asked = urgency();
      const done = await work();
      if (!('waitsFor' in done)) return done;
      const { dispensaryId, workflowId, since } = done.waitsFor;
      show(`Waiting for ${tellTaskInTheWay(workflowId, since)}`);
      for (let round = 0; urgency() === asked; round += 1) {
        const summary = `dispensary ${dispensaryId}: is ${workflowId} still at work?`;
        if (!(await bookkeepingActivities(summary).lookAtHolder({ dispensaryId })).hasToWait) break;
        if (await untilTold(FIRST_LOOK_MS * 2 ** round, () => urgency() !== asked)) break;
      }
      show(null);
    }
  };
}

/** A task that was terminated tells nobody of its end, so whoever waits looks itself, too: soon, then ever more slowly. */
const FIRST_LOOK_MS = 15_000;

const LOOK_MS_MAX = 5 * 60_000;

/**
 * Hears of the end of other tasks of the store.
 * @returns waits until it was told since the last wait, or something else has happened, or so long; true: not just for the time
 */
export function listenForTurns(): (ms: number, orElse?: () => boolean) => Promise<boolean> {
  let isTold = false;
  setHandler(storeFreeSignal, () => void (isTold = true));
  return async (ms, orElse = () => false) => {
    const isOver = await condition(() => isTold || orElse(), Math.min(ms, LOOK_MS_MAX));
    isTold = false;
    return isOver;
  };
}

/** Runs a task of a store that is no chain; however it ends, it does not keep the store from others. */
export async function leavingStore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (patched('one-task-a-store'))
      await CancellationScope.nonCancellable(() => bookkeepingActivities('leave the store').leaveStore());
    throw error;
  }
}
