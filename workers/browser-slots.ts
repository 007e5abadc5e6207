/** What Node itself takes of a worker's memory, and what stays free for the moment when all browsers are large. */
const NODE_MIB = 150;
const RESERVE_MIB = 100;
/** A browser on a full menu page; docs/explanation/browser.md has what it really takes. */
const BROWSER_MIB = 400;

export interface SlotFacts {
  memoryLimitMiB: number;
  maxConcurrentTasks: number;
  /** MAX_BROWSERS: takes the place of what memory allows. */
  maxBrowsers: number | undefined;
}

/** How many browsers a worker runs at once: what its memory holds less one, for the one that is larger than others. */
export function browserSlots({ memoryLimitMiB, maxConcurrentTasks, maxBrowsers }: SlotFacts): number {
  const fitting = Math.floor((memoryLimitMiB - NODE_MIB - RESERVE_MIB) / BROWSER_MIB) - 1;
  return Math.min(maxBrowsers ?? Math.max(fitting, 1), maxConcurrentTasks);
}
