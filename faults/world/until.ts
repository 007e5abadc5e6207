import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 25;
const TIMEOUT_MS = 120_000;

/**
 * Polls until a condition holds. If a check throws, it is tried again, because servers are away on purpose.
 * @throws when the condition does not hold in time, with the error of the last check
 */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  { timeoutMs = TIMEOUT_MS, lookEveryMs = LOOK_EVERY_MS }: { timeoutMs?: number; lookEveryMs?: number } = {},
): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  let cause: unknown;
  while (performance.now() < deadlineMs) {
    try {
      if (await isSo()) return;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await sleep(lookEveryMs);
  }
  throw new Error(`Timed out after ${timeoutMs / 1000} s, waiting until ${what}`, { cause });
}
