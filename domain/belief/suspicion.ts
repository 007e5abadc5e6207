import type { Counted, Fault } from './rule.ts';

/** A recent payload that holds one of the pages to the letter. */
export interface RepeatedPage {
  payloadId: number;
  dispensaryId: number;
}

/** What a rule counted. */
export interface Measure extends Counted {
  rule: string;
}

/** What is not believed about a menu. */
export interface Suspicion {
  /** The first of `faults`. */
  fault: Fault;
  faults: Fault[];
  /** In an operator's words. */
  message: string;
  /** What each rule counted that counted anything, those that doubt the menu first. */
  measured: Measure[];
  /** How many of `measured` doubt it. */
  doubts: number;
  evidence: MenuEvidence;
}

/** The sizes of what was compared. Counts are of products. */
interface MenuEvidence {
  unique: number;
  /** What the platform says there are; null when it does not say. */
  totalCount: number | null;
  /** How many of these did not come, in either order of the pages. */
  missing: number;
  /** Products that the last menu of this store had. */
  known: number;
  twin: RepeatedPage | null;
  stale: RepeatedPage | null;
}
