/** The parts of a check, in the order in which they run. */
export const CHECKS = [
  'strikes',
  'requests',
  'stages',
  'overlaps',
  'payloads',
  'history',
  'products',
  'files',
  'proxies',
  'leftovers',
] as const;

export type CheckName = (typeof CHECKS)[number];

/** Something that is not as it has to be. */
export interface Finding {
  check: CheckName;
  /** What is wrong, for a person. */
  message: string;
  expected: string;
  seen: string;
}

/** A finding as one line. */
export function formatFinding({ check, message, expected, seen }: Finding): string {
  return `${check}: ${message}: expected ${expected}, found ${seen}`;
}

/** Makes the findings of one check. */
export function findingsOf(check: CheckName) {
  const findings: Finding[] = [];
  return {
    findings,
    add: (message: string, expected: string | number, seen: string | number): void => {
      findings.push({ check, message, expected: String(expected), seen: String(seen) });
    },
  };
}
