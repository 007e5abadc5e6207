/** What can be wrong with a dispensary's catalog, the worst first. The API, the command and the metrics use these names. */
export const QUALITY_PROBLEMS = [
  'unconfirmed',
  'quarantined',
  'misses-off',
  'overdue',
  'unresolved',
  'confirmed',
  'empty',
  'drifting',
  'skipped',
  'flawed',
] as const;
export type QualityProblem = (typeof QUALITY_PROBLEMS)[number];

/** The meaning of each problem for operators. */
export const PROBLEM_WORDS: Readonly<Record<QualityProblem, string>> = {
  unconfirmed: 'the last crawl fetched a menu that is doubted; the catalog shows the previous one',
  quarantined: 'payloads wait for a decision',
  'misses-off':
    'the last payload is incomplete or partly unreadable, so products that it lacks stay in stock',
  overdue: 'no menu has been ingested for longer than the crawl interval allows',
  unresolved: 'the platform does not know the store’s slug, so the store was never crawled',
  confirmed: 'the last menu was doubted, then ingested because a later crawl saw the same',
  empty: 'the last menu has no product at all',
  drifting: 'payloads have new, changed or missing fields',
  skipped: 'products of the last payload could not be read',
  flawed: 'options or values of the last payload were left out or doubted',
};

/** Problems that will make prices or stock wrong, or keep a menu out. The others call for a check of the normalizer. */
export const SERIOUS_PROBLEMS: readonly QualityProblem[] = [
  'unconfirmed',
  'quarantined',
  'misses-off',
  'overdue',
  'unresolved',
];

/**
 * A dispensary is overdue when its newest menu is older than the time between its regular crawls plus this fraction of the
 * schedule's interval, because a crawl has to wait and takes a while.
 */
export const OVERDUE_GRACE = 0.5;

/** A payload counts as flawed above this share of its products. Most menus have a few typos. */
export const FLAWED_SHARE = 0.05;

/** How many days a field counts as drifting after a difference was first seen. */
export const DRIFT_DAYS = 7;
