/**
 * What can be wrong with what the catalog says of a dispensary, the worst first. Names are those of the API, the command
 * and the metrics.
 */
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

/** What each problem means, in an operator's words. */
export const PROBLEM_WORDS: Readonly<Record<QualityProblem, string>> = {
  unconfirmed: 'the last crawl fetched a menu that is doubted; the catalog shows the one before',
  quarantined: 'payloads wait for a decision',
  'misses-off':
    'the last payload is incomplete or partly unreadable, so products that it lacks stay in stock',
  overdue: 'no menu went in for longer than the crawl interval allows',
  unresolved: 'the platform was not found to know its slug, so it was never crawled',
  confirmed: 'the last menu was doubted, and went in because a later look saw the same',
  empty: 'the last menu has no product at all',
  drifting: 'payloads have new, changed or missing fields',
  skipped: 'products of the last payload could not be read',
  flawed: 'options or values of the last payload were left out or doubted',
};

/** The problems that make prices or stock wrong sooner or later, or keep a menu out. The others ask for a look at the normalizer. */
export const SERIOUS_PROBLEMS: readonly QualityProblem[] = [
  'unconfirmed',
  'quarantined',
  'misses-off',
  'overdue',
  'unresolved',
];

/**
 * A dispensary is overdue when its newest menu is older than the time between its regular crawls and this part of the
 * schedule's interval: a crawl waits for its turn, and takes a while.
 */
export const OVERDUE_GRACE = 0.5;

/** Above this share of its products a payload counts as flawed. A few slips of the hand are on most menus. */
export const FLAWED_SHARE = 0.05;

/** For how many days a field counts as drifting after it was first seen to differ. */
export const DRIFT_DAYS = 7;
