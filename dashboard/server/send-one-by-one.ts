import { ApiProblem } from '../../api-client/answer-of.ts';

/**
 * The result of sending an item: `sent` (or failed for good), `stop` because the other items would fail as well, or the time
 * after which to retry it.
 */
export type Sent = 'sent' | 'stop' | { againAfterMs: number };

/** Sends items one after the other, and retries an item until it is sent. Ends early on `stop` or when the signal is aborted. */
export async function sendOneByOne<One>(
  all: readonly One[],
  send: (one: One) => Promise<Sent>,
  signal: AbortSignal,
): Promise<void> {
  const left = [...all];
  while (left[0] !== undefined && !signal.aborted) {
    // eslint-disable-next-line no-await-in-loop -- They go in turn.
    const sent = await send(left[0]);
    if (sent === 'stop') return;
    if (sent === 'sent') left.shift();
    // eslint-disable-next-line no-await-in-loop -- The API asked for the pause.
    else await pause(sent.againAfterMs, signal);
  }
}

/**
 * Returns how long the API asks to wait before a retry, in milliseconds; null if it does not ask for a retry. It does when its rate
 * limit is exceeded, or when an earlier request with the same key, whose answer was lost, is still under way.
 */
export function retryAfterMs(error: Error): number | null {
  if (!(error instanceof ApiProblem)) return null;
  return error.status === 429 || error.code === 'idempotency-key-in-use' ? error.retryAfterMs : null;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      resolve();
    },
    { once: true },
  );
  return promise;
}
