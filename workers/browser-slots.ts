/** Memory for Node itself, and a reserve for moments when all browsers are large. */
const NODE_MIB = 150;
const RESERVE_MIB = 100;
/** A browser on a full menu page; docs/explanation/browser.md has the measured values. */
const BROWSER_MIB = 400;

export interface SlotFacts {
  memoryLimitMiB: number;
  maxConcurrentTasks: number;
  /** MAX_BROWSERS: replaces the number derived from memory. */
  maxBrowsers: number | undefined;
}

/**
 * Returns how many browsers a worker runs at once: one fewer than fit in its memory, as a margin for an unusually large one, but
 * at least one.
 */
export function browserSlots({ memoryLimitMiB, maxConcurrentTasks, maxBrowsers }: SlotFacts): number {
  const fitting = Math.floor((memoryLimitMiB - NODE_MIB - RESERVE_MIB) / BROWSER_MIB) - 1;
  return Math.min(maxBrowsers ?? Math.max(fitting, 1), maxConcurrentTasks);
}
