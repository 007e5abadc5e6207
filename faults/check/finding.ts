/** The parts of a check, in the order in which they run. */
export const CHECKS = [
  'strikes',
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

/** The lines of the scorecard that count findings; their goal is 0. */
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

/** How much a check looked at, by the line that counts what is wrong with it. */
export type Looked = Partial<Record<Counted, number>>;

/** Something that is not as it has to be. */
export interface Finding {
  check: CheckName;
  /** What is wrong, for a person. */
  message: string;
  expected: string;
  seen: string;
  /** The line that counts it. */
  counted?: Counted;
}

/** What a check came to. */
export interface Checked {
  findings: Finding[];
  looked: Looked;
}

/** A finding as one line. */
export function formatFinding({ check, message, expected, seen }: Finding): string {
  return `${check}: ${message}: expected ${expected}, found ${seen}`;
}

/** One broken thing may show in every product of a store: of each check, so many findings are enough to read. */
const SHOWN_OF_ONE_CHECK_MAX = 10;

/** Findings as lines, the first of each check. */
export function formatFindings(findings: readonly Finding[]): string[] {
  return [...Map.groupBy(findings, ({ check }) => check)].flatMap(([check, found]) => {
    const rest = found.length - SHOWN_OF_ONE_CHECK_MAX;
    const shown = found.slice(0, SHOWN_OF_ONE_CHECK_MAX).map(formatFinding);
    return rest > 0 ? [...shown, `${check}: ${rest} more`] : shown;
  });
}

/** Collects the findings of one check. `addTo` adds those that a line of the scorecard counts. */
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
