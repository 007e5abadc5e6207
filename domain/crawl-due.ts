import type { PlatformName } from './dispensary.ts';

/**
 * Chains of one fan-out that may be open at once. The largest fleet we plan for, 15 pods of 5 workers with 3 fetches
 * each, fetches 225 menus at once and ingests or downloads as many: with 500 none waits for the next page. More would
 * only wait, hold their dispensaries, and fill the workers' memory.
 */
export const DEFAULT_WINDOW = 500;

/** Dispensaries that one activity takes: one activity is one page. */
export const PAGE_SIZE_MAX = 200;

/** Batches of one fan-out: the last ids of so many still travel as a few kilobytes. */
export const BATCHES_MAX = 1_000;

/** A month. */
export const SPREAD_HOURS_MAX = 744;

/** A century: a time that far back is still a date. */
export const INTERVAL_HOURS_MAX = 876_000;

/** Input of the workflow `crawlDue`. */
export interface CrawlDueInput {
  /** `all`, or a two-letter state. */
  scope: string;
  /** Of one platform alone; default: of all. */
  platform?: PlatformName;
  /** A dispensary is due when its last crawl began longer ago than this; 0 takes every enabled one. */
  intervalHours: number;
  /** False: that holds for dispensaries with an interval of their own too. Default true, but where it is 0. */
  ownIntervals?: boolean;
  /** Priority of the chains: higher is more urgent. Default 0. */
  priority?: number;
  /** False: the chains leave the pictures out. Default true. */
  images?: boolean;
  /** Chains of this fan-out that may be open at once. Default `DEFAULT_WINDOW`. */
  window?: number;
  /** Dispensaries that one activity takes at most, 1 to `PAGE_SIZE_MAX`, which is the default. */
  pageSize?: number;
  /** Divides what is due into so many batches, in the order of their ids, each of which begins at its time. */
  spread?: Spread;
  /** Where a continued run goes on; not for callers. */
  progress?: CrawlDueProgress;
}

export interface Spread {
  batches: number;
  /** The batches begin this many hours apart, times their number: 6 batches over 24 hours are one every 4 hours. */
  overHours: number;
}

export interface CrawlDueProgress {
  /** Dispensaries up to this id are done: pages are read by key. */
  afterId: number;
  started: number;
  alreadyRunning: number;
  /** ISO 8601: when the fan-out began. Batches count from here. */
  beganAt: string;
  /** ISO 8601: fixed at the beginning, so that chains that end meanwhile do not become due again. */
  dueBefore: string;
  /** ISO 8601: when the last page that started a chain was done; null: none was started yet. */
  lastStartedAt: string | null;
  /** The last id of each batch; absent: nothing is divided. */
  batchEnds?: number[];
  /** The batch that is under way; the first is 0. */
  batch: number;
}

export interface CrawlDueResult {
  started: number;
  alreadyRunning: number;
  /** In words, for people: `no dispensary needs a crawl`, or how many were started. */
  summary: string;
}

/** How far a fan-out is, as it says of itself. */
export interface FanOutProgress extends CrawlDueResult {
  /** ISO 8601: when the fan-out began. Batches count from here. */
  beganAt: string;
  /** The batch that is under way, or waited for; the first is 0. */
  batch: number;
  /** How many there are; null: nothing is divided, or not yet. */
  batches: number | null;
}

/** Chains of one fan-out, as the server's visibility counts them. */
export interface CountedChains {
  running: number;
  /** Completed, failed, cancelled, terminated or timed out. */
  closed: number;
}

/** Longer ago than any start that visibility does not show yet; it follows within a second or so. */
const SHOWN_WITHIN_MS = 60_000;

interface WindowState extends CountedChains {
  window: number;
  /** Chains that the fan-out has started so far. */
  started: number;
  /** Milliseconds since it last started one; null: it has started none. */
  quietMs: number | null;
}

/**
 * How many chains may be started now. Counts are late, so a chain that was started and is not among them counts as open:
 * what is said to be closed is closed for certain, however it ended, and the window is never exceeded. When nothing was
 * started for a minute, what is missing has been closed for so long that the server has deleted it.
 * @returns 0 also while only a tenth of the window is free: a few more steps for a few more chains make a long history
 */
export function roomInWindow({ window, started, running, closed, quietMs }: WindowState): number {
  const isSettled = quietMs === null || quietMs > SHOWN_WITHIN_MS;
  const notShown = isSettled ? 0 : Math.max(0, started - running - closed);
  const room = window - running - notShown;
  return room < window / 10 ? 0 : room;
}

/** How far a fan-out is, in words. */
export function describeFanOut({ started, alreadyRunning }: CrawlDueProgress): string {
  if (started + alreadyRunning === 0) return 'no dispensary needs a crawl';
  return `${started} chains started, ${alreadyRunning} were running already`;
}

/**
 * How many batches have begun, and for when the next one is planned; it begins later where the one before still waits for
 * the window.
 * @param batch the one that is under way, or waited for; the first is 0
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

/** Milliseconds since 1970 at which a batch begins; the first is 0. */
export function batchBeginsAt(beganAt: string, spread: Spread, batch: number): number {
  return Date.parse(beganAt) + Math.round((batch * spread.overHours * 3_600_000) / spread.batches);
}
