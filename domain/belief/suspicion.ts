import type { Counted, Fault, SampleField } from './rule.ts';

/** A recent payload with an identical page. */
export interface RepeatedPage {
  payloadId: number;
  dispensaryId: number;
}

/** The count of a rule. */
export interface Measure extends Counted {
  rule: string;
}

/** A product that shows why a menu is doubted: one of its values in the last menu and in this one. */
export interface Sample {
  /** The rule that the sample illustrates. */
  rule: string;
  /** The platform's id of the product; the one in the last menu, if the product was there. */
  id: string;
  name: string;
  field: SampleField;
  /** The option whose price it is; null if the value belongs to the product itself. */
  option: string | null;
  before: string;
  now: string;
}

/** What is doubted about a menu. */
export interface Suspicion {
  /** The first of `faults`. */
  fault: Fault;
  faults: Fault[];
  /** The doubts in words, for operators. */
  message: string;
  /** Every rule's count above zero; those that doubt the menu come first. */
  measured: Measure[];
  /** How many of `measured` doubt the menu. */
  doubts: number;
  /** Products that show the doubts, in the order of the rules. Absent in suspicions from earlier versions. */
  samples: Sample[];
  evidence: MenuEvidence;
}

/** The sizes of the compared menus, in products. */
interface MenuEvidence {
  unique: number;
  /** The platform's count; null when it gives none. */
  totalCount: number | null;
  /** How many products of the platform's count were on no page, in either sort order. */
  missing: number;
  /** Products in the store's last menu. */
  known: number;
  twin: RepeatedPage | null;
  stale: RepeatedPage | null;
}
