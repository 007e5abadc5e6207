import { isUsualOverCount } from '../over-count.ts';
import { compareMenus } from './compare-menus.ts';
import type { FetchedProducts, KnownMenu } from './known-menu.ts';
import type { Counted, Fault, Judged } from './rule.ts';
import { exceeds, RULES } from './rules.ts';

/** A recent payload that holds one of the pages to the letter. */
export interface RepeatedPage {
  payloadId: number;
  dispensaryId: number;
}

/** What a rule counted. */
interface Measure extends Counted {
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

/** The share above which each rule doubts a menu, by the rule's name. */
export type RuleShares = Readonly<Record<string, number>>;

/** The share of the counted products that may be missing: menus change while they are asked for. */
const MISSING_SHARE = 0.02;

/** How menus are judged. */
export interface JudgeSettings {
  shares: RuleShares;
  /** How far apart two looks must be for time to settle what both doubt. */
  confirmAfterMs: number;
}

/** The shares that hold where no setting names another. */
export const RULE_SHARES: RuleShares = Object.fromEntries([
  ['missing', MISSING_SHARE],
  ...RULES.map(({ name, share }) => [name, share] as const),
]);

export interface MenuToJudge {
  known: KnownMenu;
  fetched: FetchedProducts;
  /** New ids that other stores of the platform have. */
  ofOtherStores: number;
  /** A page that came for another dispensary. */
  twin: RepeatedPage | null;
  /** A page that came for this one, and that its last payload did not have any more. */
  stale: RepeatedPage | null;
}

/**
 * Says what is suspicious about a menu, or null. A block, a cut answer, a cache on the way and a platform that makes a
 * mistake all parse; what gives them away is that they do not fit what is known of the store.
 * @param shares see `RULE_SHARES`
 */
export function judgeMenu(
  { known, fetched, ofOtherStores, twin, stale }: MenuToJudge,
  shares: RuleShares = RULE_SHARES,
): Suspicion | null {
  const { ids, totalCount, missing, unreadable } = fetched;
  const doubts: Doubt[] = [];
  if (unreadable.count > ids.length * UNREADABLE_SHARE) {
    doubts.push({
      fault: 'unreadable',
      measure: { rule: 'unreadable', count: unreadable.count, of: ids.length },
      message: `${unreadable.count} of ${ids.length} products cannot be read: ${unreadable.sample}.`,
    });
  }
  if (isIncomplete(known, fetched, shares['missing'] ?? MISSING_SHARE)) {
    doubts.push({
      fault: 'incomplete',
      measure: { rule: 'missing', count: missing, of: totalCount ?? 0 },
      message: `The platform says that the menu has ${totalCount} products; its pages, in either order, held ${ids.length}.`,
    });
  }
  if (twin !== null) {
    doubts.push({
      fault: 'twin',
      measure: { rule: 'twin', count: 1, of: 1 },
      message: `A page is the same, to the letter, as one of dispensary ${twin.dispensaryId} in payload ${twin.payloadId}.`,
    });
  }
  if (stale !== null && ids.length >= PRODUCTS_FOR_SHARES_MIN) {
    doubts.push({
      fault: 'stale',
      measure: { rule: 'page-again', count: 1, of: 1 },
      message: `A page is the same, to the letter, as one in payload ${stale.payloadId} that the last menu did not have any more.`,
    });
  }
  const others: Measure[] = [];
  if (ids.length === 0 && known.shelf.length > 0) {
    doubts.push({
      fault: 'empty',
      measure: { rule: 'empty', count: known.shelf.length, of: known.shelf.length },
      message: `The menu came back empty, though the last one had ${known.shelf.length} products.`,
    });
  } else if (known.shelf.length > 0) {
    const judged = { known, fetched, ofOtherStores, difference: compareMenus(known, fetched) };
    for (const { measure, ...rule } of applyRules(judged, shares)) {
      if (rule.isDoubted) doubts.push({ fault: rule.fault, measure, message: rule.message });
      else if (measure.count > 0) others.push(measure);
    }
  }
  const [first] = doubts;
  if (first === undefined) return null;
  return {
    fault: first.fault,
    faults: [...new Set(doubts.map(({ fault }) => fault))],
    message: doubts.map(({ message }) => message).join(' '),
    measured: [...doubts.map(({ measure }) => measure), ...others],
    doubts: doubts.length,
    evidence: { unique: ids.length, totalCount, missing, known: known.shelf.length, twin, stale },
  };
}

/** Of a menu that the code does not understand there is nothing to be had. */
const UNREADABLE_SHARE = 0.5;

interface Doubt {
  fault: Fault;
  measure: Measure;
  message: string;
}

function applyRules(judged: Judged, shares: RuleShares) {
  return RULES.map(({ name, fault, share, counts, words }) => {
    const counted = counts(judged);
    return {
      fault,
      measure: { rule: name, ...counted },
      isDoubted: exceeds(counted, shares[name] ?? share, judged.known.shelf.length),
      message: `${counted.count} of ${counted.of} ${words}.`,
    };
  });
}

/** Below so many products a share says little: half of four is two. */
const PRODUCTS_FOR_SHARES_MIN = 20;

/** A menu changes while it is asked for: one product more or less is no news, unless the menu has only a few. */
function isIncomplete(
  { recentMissing }: KnownMenu,
  { ids, totalCount, missing }: FetchedProducts,
  share: number,
): boolean {
  if (missing === 0) return false;
  if (ids.length === 0) return true;
  if (isUsualOverCount(missing, [...recentMissing])) return false;
  const tolerated = (totalCount ?? 0) * share;
  return missing > ((totalCount ?? 0) < PRODUCTS_FOR_SHARES_MIN ? tolerated : Math.max(1, tolerated));
}
