import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';

/** Two requests a second: by default a server answers ten a second, for all clients together. */
const QUESTION_INTERVAL_MS = 500;

/** How long to wait for a page, which takes some 50 ms, on a busy server a second. */
const ANSWER_MS_MAX = 20_000;

/** Sends a request to Temporal's visibility once the pace allows it. */
export type QueryVisibility = <Answer>(question: () => Promise<Answer>) => Promise<Answer>;

/** Returns a function that spaces visibility requests evenly, across all its callers. */
export function paceVisibility(client: Client, signal?: AbortSignal): QueryVisibility {
  let nextAtMs = 0;
  let last: Promise<void> = Promise.resolve();
  const acquirePermit = async (): Promise<void> => {
    const waitMs = nextAtMs - performance.now();
    if (waitMs > 0) await sleep(waitMs, undefined, signal === undefined ? {} : { signal });
    // Count from the actual send time: on a busy process, timers fire late.
    nextAtMs = performance.now() + QUESTION_INTERVAL_MS;
  };
  return async (question) => {
    last = last.then(acquirePermit, acquirePermit);
    await last;
    return client.withDeadline(Date.now() + ANSWER_MS_MAX, question);
  };
}
