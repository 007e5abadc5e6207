/**
 * What can be wrong with what the catalog says of a dispensary, the worst first. Names are those of the API, the command
 * and the metrics.
 */
export const QUALITY_PROBLEMS = [
  'unconfirmed',
  'quarantined',
  'misses-off',
  'overdue',
  'drifting',
  'skipped',
  'flawed',
] as const;
export type QualityProblem = (typeof QUALITY_PROBLEMS)[number];

/** What each problem means, in an operator's words. */
export const PROBLEM_WORDS: Readonly<Record<QualityProblem, string>> = {
  unconfirmed: 'the last crawl fetched a menu that is not believed yet; the catalog shows the one before',
  quarantined: 'payloads wait for a decision',
  'misses-off':
    'the last payload is incomplete or partly unreadable, so products that it lacks stay in stock',
  overdue: 'no menu went in for longer than the crawl interval allows',
  drifting: 'payloads have new, changed or missing fields',
  skipped: 'products of the last payload could not be read',
  flawed: 'options or values of the last payload were left out',
};

/** The problems that make prices or stock wrong sooner or later. The others ask for a look at the normalizer. */
export const SERIOUS_PROBLEMS: readonly QualityProblem[] = [
  'unconfirmed',
  'quarantined',
  'misses-off',
  'overdue',
];

/**
 * A dispensary is overdue when its newest menu is older than this many of its intervals. One interval is not enough: a crawl
 * waits for its turn, and the schedule passes a store by that is due a moment later.
 */
export const OVERDUE_AFTER_INTERVALS = 1.5;

/** Above this share of its products a payload counts as flawed. A slip of the hand or two is on most menus. */
export const FLAWED_SHARE = 0.01;

/** For how many days a field counts as drifting after it was first seen to differ. */
export const DRIFT_DAYS = 7;
