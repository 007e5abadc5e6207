/** Input of the workflow `crawlDue`. */
export interface CrawlDueInput {
  /** `all`, or a two-letter state. */
  scope: string;
  /** A dispensary is due when its last crawl began longer ago than this; 0 takes every enabled one. */
  intervalHours: number;
  /** Priority of the chains: higher is more urgent. Default 0. */
  priority?: number;
  /** Where a continued run goes on; not for callers. */
  progress?: CrawlDueProgress;
}

export interface CrawlDueProgress {
  /** Dispensaries up to this id are done: pages are read by key. */
  afterId: number;
  started: number;
  alreadyRunning: number;
  /** ISO 8601: fixed at the first page, so that chains that end meanwhile do not become due again. */
  dueBefore: string;
}

export interface CrawlDueResult {
  started: number;
  alreadyRunning: number;
  /** In words, for people: `no dispensary needs a crawl`, or how many were started. */
  summary: string;
}
