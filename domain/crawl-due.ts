import type { PlatformName } from './dispensary.ts';

/**
 * Chains of one fan-out that may be open at once. The largest planned fleet, 15 pods of 5 workers with 3 fetches each, fetches
 * 225 menus at once and ingests or downloads as many: with 500 open chains, no worker waits for the next page. More chains would
 * only wait, hold their dispensaries, and fill the workers' memory.
 */
export const DEFAULT_WINDOW = 500;

/** Dispensaries per page; one activity processes one page. */
export const PAGE_SIZE_MAX = 200;

/** The most batches of one fan-out, so that the last ids of all batches, which its progress contains, are only a few kilobytes. */
export const BATCHES_MAX = 1_000;

/** The longest period over which batches start, in hours: a month. */
export const SPREAD_HOURS_MAX = 744;

/** The longest interval, in hours: a century, so that the resulting time is still a valid date. */
export const INTERVAL_HOURS_MAX = 876_000;

/** Input of the workflow `crawlDue`. */
export interface CrawlDueInput {
  /** `all`, or a two-letter state. */
  scope: string;
  /** Only dispensaries of this platform; default: of all. */
  platform?: PlatformName;
  /** A dispensary is due when its last crawl started longer ago than this; 0 selects every enabled one. */
  intervalHours: number;
  /** False applies `intervalHours` even to dispensaries with their own interval. Default true; false if `intervalHours` is 0. */
  ownIntervals?: boolean;
  /** Priority of the chains: higher is more urgent. Default 0. */
  priority?: number;
  /** False: the chains skip the images. Default true. */
  images?: boolean;
  /** Chains of this fan-out that may be open at once. Default `DEFAULT_WINDOW`. */
  window?: number;
  /** The most dispensaries per activity, 1 to `PAGE_SIZE_MAX`, which is the default. */
  pageSize?: number;
  /** Divides the due dispensaries into batches, in the order of their ids. Each batch starts at its own time. */
  spread?: Spread;
  /** The progress of the previous run after continue-as-new; not for callers. */
  progress?: CrawlDueProgress;
}

export interface Spread {
  batches: number;
  /** The period over which the batches start: 6 batches over 24 hours are one every 4 hours. */
  overHours: number;
}

export interface CrawlDueProgress {
  /** Dispensaries up to this id are done; the next page starts after it. */
  afterId: number;
  started: number;
  alreadyRunning: number;
  /** ISO 8601: when the fan-out started. Batch times count from here. */
  beganAt: string;
  /** ISO 8601: fixed at the start, so that dispensaries crawled in the meantime do not become due again. */
  dueBefore: string;
  /** ISO 8601: when the last page that started a chain was done; null if no chain was started yet. */
  lastStartedAt: string | null;
  /** The last id of each batch; absent if there are no batches. */
  batchEnds?: number[];
  /** The current batch, from 0. */
  batch: number;
}

export interface CrawlDueResult {
  started: number;
  alreadyRunning: number;
  /** For people: `no dispensary needs a crawl`, or how many were started. */
  summary: string;
}

/** The progress that a fan-out reports. */
export interface FanOutProgress extends CrawlDueResult {
  /** ISO 8601: when the fan-out started. Batch times count from here. */
  beganAt: string;
  /** The batch that is under way or waited for, from 0. */
  batch: number;
  /** How many batches there are; null without `spread`, or if the batches are not formed yet. */
  batches: number | null;
}

/** Chains of one fan-out, as the server's visibility counts them. */
export interface CountedChains {
  running: number;
  /** Completed, failed, cancelled, terminated or timed out. */
  closed: number;
}

/** Visibility shows a start within a second or so, so any start longer ago than this is visible. */
const SHOWN_WITHIN_MS = 60_000;

interface WindowState extends CountedChains {
  window: number;
  /** Chains that the fan-out has started so far. */
  started: number;
  /** Milliseconds since the fan-out last started a chain; null if it has started none. */
  quietMs: number | null;
}

/**
 * Returns how many chains may be started now. Visibility is delayed, so a started chain that it does not show yet counts as open,
 * and only one that it shows as closed counts as closed: thus the window is never exceeded. If nothing was started for a minute, a
 * chain that visibility does not show counts as closed: the server deleted it some time after its end.
 * @returns 0 also while less than a tenth of the window is free, because many small steps make a long history
 */
export function roomInWindow({ window, started, running, closed, quietMs }: WindowState): number {
  const isSettled = quietMs === null || quietMs > SHOWN_WITHIN_MS;
  const notShown = isSettled ? 0 : Math.max(0, started - running - closed);
  const room = window - running - notShown;
  return room < window / 10 ? 0 : room;
}

/** Describes the progress of a fan-out. */
export function describeFanOut({ started, alreadyRunning }: CrawlDueProgress): string {
  if (started + alreadyRunning === 0) return 'no dispensary needs a crawl';
  return `${started} chains started, ${alreadyRunning} were running already`;
}

/**
 * Returns how many batches have started, and when the next one is planned; null if there is no next one. The next batch starts later
 * than planned if the current one still waits for room in the window. `batch` is under way or waited for, counted from 0.
 */
export function batchesBegun(
  { beganAt, batch, batches }: Pick<FanOutProgress, 'beganAt' | 'batch'> & { batches: number },
  spread: Spread,
  now: Date,
): { begun: number; nextAt: Date | null } {
  const isWaitedFor = batchBeginsAt(beganAt, spread, batch) > now.getTime();
  const begun = Math.min(isWaitedFor ? batch : batch + 1, batches);
  return { begun, nextAt: begun < batches ? new Date(batchBeginsAt(beganAt, spread, begun)) : null };
}

/** Returns the planned start time of a batch in epoch milliseconds. @param batch counted from 0 */
export function batchBeginsAt(beganAt: string, spread: Spread, batch: number): number {
  return Date.parse(beganAt) + Math.round((batch * spread.overHours * 3_600_000) / spread.batches);
}
