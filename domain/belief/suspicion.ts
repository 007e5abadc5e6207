import type { Counted, Fault, SampleField } from './rule.ts';

/** A recent payload that holds one of the pages to the letter. */
export interface RepeatedPage {
  payloadId: number;
  dispensaryId: number;
}

/** What a rule counted. */
export interface Measure extends Counted {
  rule: string;
}

/** A product that shows why a menu is doubted: one value of it, in the last menu and in this one. */
export interface Sample {
  /** The rule that it shows. */
  rule: string;
  /** The platform's id of the product, in the last menu where that had it. */
  id: string;
  name: string;
  field: SampleField;
  /** The option whose price it is; null: the value is the product's own. */
  option: string | null;
  before: string;
  now: string;
}

/** What is doubted about a menu. */
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
  /** Some products that show it, in the order of the rules. Suspicions that earlier versions wrote down have none. */
  samples: Sample[];
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
