import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';

/** Two questions a second: by default a server answers ten for all who ask. */
const QUESTION_INTERVAL_MS = 500;

/** A page takes some 50 ms, on a busy server a second. */
const ANSWER_MS_MAX = 20_000;

/** Asks Temporal's visibility a question, when it is time for the next one. */
export type AskVisibility = <Answer>(question: () => Promise<Answer>) => Promise<Answer>;

/** Spaces questions to visibility evenly, whoever asks them. */
export function paceVisibility(client: Client, signal?: AbortSignal): AskVisibility {
  let nextAtMs = 0;
  let last: Promise<void> = Promise.resolve();
  const takeTurn = async (): Promise<void> => {
    const waitMs = nextAtMs - performance.now();
    if (waitMs > 0) await sleep(waitMs, undefined, signal === undefined ? {} : { signal });
    // From when it is really asked: a timer of a busy process is late.
    nextAtMs = performance.now() + QUESTION_INTERVAL_MS;
  };
  return async (question) => {
    last = last.then(takeTurn, takeTurn);
    await last;
    return client.withDeadline(Date.now() + ANSWER_MS_MAX, question);
  };
}
