/** The checks, in the order of their findings. */
export const CHECKS = [
  'strikes',
  'jobs',
  'requests',
  'stages',
  'overlaps',
  'ledger',
  'payloads',
  'history',
  'products',
  'files',
  'proxies',
  'leftovers',
] as const;

export type CheckName = (typeof CHECKS)[number];

/** The lines of the scorecard that count findings; the goal of each is 0. */
export const COUNTED = [
  'acknowledged crawls lost',
  'acknowledged jobs lost',
  'duplicate snapshots',
  'wrong out of stock',
  'rows without a valid file',
  'temporary files after the sweep',
  'two runs of a store',
  'runs that ledger and Temporal differ on',
] as const;

export type Counted = (typeof COUNTED)[number];

/** How many items a check looked at, by the scorecard line that counts findings about them. */
export type Looked = Partial<Record<Counted, number>>;

/** A deviation from what is expected. */
export interface Finding {
  check: CheckName;
  /** What is wrong, in words. */
  message: string;
  expected: string;
  seen: string;
  /** The scorecard line that counts the finding; absent if none does. */
  counted?: Counted;
}

/** The result of a check. */
export interface Checked {
  findings: Finding[];
  looked: Looked;
}

/** Formats a finding as one line. */
export function formatFinding({ check, message, expected, seen }: Finding): string {
  return `${check}: ${message}: expected ${expected}, found ${seen}`;
}

/** The most findings of a check that are shown: one fault may show in every product of a store. */
const SHOWN_OF_ONE_CHECK_MAX = 10;

/** Formats the first findings of each check as lines, and the number of its other findings. */
export function formatFindings(findings: readonly Finding[]): string[] {
  return [...Map.groupBy(findings, ({ check }) => check)].flatMap(([check, found]) => {
    const rest = found.length - SHOWN_OF_ONE_CHECK_MAX;
    const shown = found.slice(0, SHOWN_OF_ONE_CHECK_MAX).map(formatFinding);
    return rest > 0 ? [...shown, `${check}: ${rest} more`] : shown;
  });
}

/** Creates a collector for the findings of one check. `addTo` adds findings that a scorecard line counts. */
export function findingsOf(check: CheckName) {
  const findings: Finding[] = [];
  const addTo =
    (counted?: Counted) =>
    (message: string, expected: string | number, seen: string | number): void => {
      const finding = { check, message, expected: String(expected), seen: String(seen) };
      findings.push(counted === undefined ? finding : { ...finding, counted });
    };
  return { findings, add: addTo(), addTo };
}
