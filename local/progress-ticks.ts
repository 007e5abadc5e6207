/** Waits of up to this long are not reported. */
const QUIET_MS = 3_000;
const TICK_MS_IN_A_TERMINAL = 1_000;
/** The longest time between two lines of a log about the same wait. */
const TICK_MS_MAX = 60_000;

/** The timers of the waits that are reported. */
const timers = new Set<{ next: NodeJS.Timeout }>();

/**
 * Receives a line about progress.
 * @param isTick whether the next line replaces this one in a terminal
 */
export type OnProgress = (line: string, isTick?: boolean) => void;

/** Does some work. Reports its label at once, and the elapsed time as `withWait` does. */
export async function withTicks<Result>(
  label: string,
  onProgress: OnProgress,
  work: () => Promise<Result>,
): Promise<Result> {
  onProgress(`${label}…`);
  return withWait(label, onProgress, work);
}

/**
 * Does some work. If it takes longer than three seconds, reports its label with the elapsed time: each second in a terminal, more and
 * more rarely elsewhere.
 */
export async function withWait<Result>(
  label: string,
  onProgress: OnProgress,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAtMs = Date.now();
  let delayMs = QUIET_MS;
  const tick = (): void => {
    onProgress(`${label}… ${Math.round((Date.now() - startedAtMs) / 1000)} s`, true);
    delayMs = process.stderr.isTTY ? TICK_MS_IN_A_TERMINAL : Math.min(delayMs * 2, TICK_MS_MAX);
    timer.next = setTimeout(tick, delayMs);
  };
  const timer = { next: setTimeout(tick, delayMs) };
  timers.add(timer);
  try {
    return await work();
  } finally {
    clearTimeout(timer.next);
    timers.delete(timer);
  }
}

/** Reports no wait any more that has begun: after a failure, some may never end. */
export function silenceWaits(): void {
  for (const { next } of timers) clearTimeout(next);
  timers.clear();
}
