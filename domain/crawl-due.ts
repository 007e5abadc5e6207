import type { PlatformName } from './dispensary.ts';

/**
 * Chains of one fan-out that may be open at once. The largest planned fleet, 15 pods of 5 workers with 3 fetches each, fetches
 * 225 menus at once and ingests or downloads as many: with 500 none waits for the next page. More would only wait, hold their
 * dispensaries, and fill the workers' memory.
 */
export const DEFAULT_WINDOW = 500;

/** Dispensaries per page; one activity processes one page. */
export const PAGE_SIZE_MAX = 200;

/** The most batches of one fan-out: the last ids of this many are still only a few kilobytes. */
export const BATCHES_MAX = 1_000;

/** A month. */
export const SPREAD_HOURS_MAX = 744;

/** A century, so that the resulting time is still a valid date. */
export const INTERVAL_HOURS_MAX = 876_000;

/** Input of the workflow `crawlDue`. */
export interface CrawlDueInput {
  /** `all`, or a two-letter state. */
  scope: string;
  /** Only dispensaries of this platform; default: of all. */
  platform?: PlatformName;
  /** A dispensary is due when its last crawl started longer ago than this; 0 selects every enabled one. */
  intervalHours: number;
  /** False applies `intervalHours` even to dispensaries with their own interval. Default true, except when it is 0. */
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
  /** Dispensaries up to this id are done, because pages are read by key. */
  afterId: number;
  started: number;
  alreadyRunning: number;
  /** ISO 8601: when the fan-out started. Batch times count from here. */
  beganAt: string;
  /** ISO 8601: fixed at the start, so that chains that end in the meantime do not become due again. */
  dueBefore: string;
  /** ISO 8601: when the last page that started a chain was done; null if none was started yet. */
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
  /** How many batches there are; null if there are none, or not yet. */
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
  /** Milliseconds since it last started a chain; null if it has started none. */
  quietMs: number | null;
}

/**
 * How many chains may be started now. Visibility is delayed, so a started chain that it does not show yet counts as open: a chain
 * that it shows as closed is closed for certain, and the window is never exceeded. When nothing was started for a minute, a
 * missing chain closed so long ago that the server has deleted it.
 * @returns 0 also while less than a tenth of the window is free, because many small steps make a long history
 */
export function roomInWindow({ window, started, running, closed, quietMs }: WindowState): number {
  const isSettled = quietMs === null || quietMs > SHOWN_WITHIN_MS;
  const notShown = isSettled ? 0 : Math.max(0, started - running - closed);
  const room = window - running - notShown;
  return room < window / 10 ? 0 : room;
}

/** The progress of a fan-out, in words. */
export function describeFanOut({ started, alreadyRunning }: CrawlDueProgress): string {
  if (started + alreadyRunning === 0) return 'no dispensary needs a crawl';
  return `${started} chains started, ${alreadyRunning} were running already`;
}

/**
 * How many batches have started, and when the next one is planned. It starts later if the current batch still waits for the
 * window.
 * @param batch the one that is under way or waited for, from 0
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

/** The start time of a batch in epoch milliseconds. @param batch from 0 */
export function batchBeginsAt(beganAt: string, spread: Spread, batch: number): number {
  return Date.parse(beganAt) + Math.round((batch * spread.overHours * 3_600_000) / spread.batches);
}
