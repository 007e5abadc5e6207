import { condition, setHandler, type SignalDefinition } from '@temporalio/workflow';

/** How long a workflow that waits for a signal does without a check of its own. */
const CHECK_AFTER_MS_MAX = 5 * 60_000;

/**
 * Listens for a signal.
 * @returns a function that waits until the signal arrives, unless it has arrived since the last wait, or until `orElse` is true,
 * but for `ms` (at most `msMax`) at the longest; false when the time ran out
 */
export function listenFor(
  signal: SignalDefinition,
  msMax = CHECK_AFTER_MS_MAX,
): (ms: number, orElse?: () => boolean) => Promise<boolean> {
  let isTold = false;
  setHandler(signal, () => void (isTold = true));
  return async (ms, orElse = () => false) => {
    const isOver = await condition(() => isTold || orElse(), Math.min(ms, msMax));
    isTold = false;
    return isOver;
  };
}
