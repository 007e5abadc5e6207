import { isUsualOverCount } from '../over-count.ts';
import { compareMenus } from './compare-menus.ts';
import { findSamples, type Doubting } from './find-samples.ts';
import { isDoubted } from './is-doubted.ts';
import { isUnchanged, PRICE_KINDS } from './menu-difference.ts';
import type { FetchedProducts, KnownMenu } from './known-menu.ts';
import type { Counted, Fault, Judged, OfOtherStores } from './rule.ts';
import { RULES } from './rules.ts';
import type { Measure, RepeatedPage, Suspicion } from './suspicion.ts';

/** The share above which each rule doubts a menu, by the rule's name. */
export type RuleShares = Readonly<Record<string, number>>;

/** The tolerated share of missing products, because menus change while they are fetched. */
const MISSING_SHARE = 0.02;

/** Settings of the judge. */
export interface JudgeSettings {
  shares: RuleShares;
  /** How far apart two looks must be for time to settle a doubt that both share. */
  confirmAfterMs: number;
}

/** The default shares. */
export const RULE_SHARES: RuleShares = Object.fromEntries([
  ['missing', MISSING_SHARE],
  ...RULES.map(({ name, share }) => [name, share] as const),
]);

export interface MenuToJudge {
  known: KnownMenu;
  fetched: FetchedProducts;
  ofOtherStores: OfOtherStores;
  /** A payload of another dispensary with an identical page; null if there is none. */
  twin: RepeatedPage | null;
  /** An older payload of this dispensary with an identical page that the last payload did not have; null if there is none. */
  stale: RepeatedPage | null;
}

/**
 * Returns the suspicion about a menu, or null if nothing is doubted. A block, a truncated answer, a cached answer and a platform's
 * mistake may all parse without an error; they are recognized because they do not match what is known of the store.
 * @param shares see `RULE_SHARES`
 */
export function judgeMenu(menu: MenuToJudge, shares: RuleShares = RULE_SHARES): Suspicion | null {
  const { ids, totalCount, missing, unreadable } = menu.fetched;
  const isUnreadable = unreadable.length > ids.length * UNREADABLE_SHARE;
  const { doubts, others } = isUnreadable
    ? { doubts: [unreadableDoubt(menu)], others: [] }
    : compareAll(menu, shares);
  const [first] = doubts;
  if (first === undefined) return null;
  const { known, twin, stale } = menu;
  return {
    fault: first.fault,
    faults: [...new Set(doubts.map(({ fault }) => fault))],
    message: doubts.map(({ message }) => message).join(' '),
    measured: [...doubts.map(({ rule, counted }) => ({ rule: rule.name, ...counted })), ...others],
    doubts: doubts.length,
    samples: findSamples(
      menu,
      doubts.map(({ rule }) => rule),
    ),
    evidence: { unique: ids.length, totalCount, missing, known: known.shelf.length, twin, stale },
  };
}

/** Returns the only doubt about a menu that is mostly unreadable: no rule is applied to the rest of it. */
function unreadableDoubt({ fetched: { ids, unreadable } }: MenuToJudge): Doubt {
  return {
    fault: 'unreadable',
    rule: { name: 'unreadable', shows: 'unreadable' },
    counted: { count: unreadable.length, of: ids.length },
    message: `${unreadable.length} of ${ids.length} products cannot be read: ${unreadable[0]?.reason}.`,
  };
}

/** Returns the doubts, the most understandable first, and the counts above zero that raise no doubt. */
function compareAll(menu: MenuToJudge, shares: RuleShares): { doubts: Doubt[]; others: Measure[] } {
  const { known, fetched, ofOtherStores, stale } = menu;
  const doubts = doubtsOfFetch(menu, shares);
  const others: Measure[] = [];
  if (fetched.ids.length === 0) {
    // An empty menu after an empty one is not a change.
    if (known.shelf.length === 0 || known.recent[0]?.products === 0) return { doubts, others };
    doubts.push({
      fault: 'empty',
      rule: { name: 'empty', shows: 'gone' },
      counted: { count: known.shelf.length, of: known.shelf.length },
      message: `The menu came back empty, though the last one had ${known.shelf.length} products.`,
    });
    return { doubts, others };
  }
  const difference = compareMenus(known, fetched);
  for (const { isDoubting, ...doubt } of applyRules({ known, fetched, ofOtherStores, difference }, shares)) {
    if (isDoubting) doubts.push(doubt);
    else if (doubt.counted.count > 0) others.push({ rule: doubt.rule.name, ...doubt.counted });
  }
  // The last menu may have been fetched in the other order: its pages then differ although its products are the same.
  if (stale !== null && fetched.ids.length >= PRODUCTS_FOR_SHARES_MIN && !isUnchanged(difference)) {
    doubts.push({
      fault: 'stale',
      rule: { name: 'page-again', shows: [...PRICE_KINDS, 'quantity', 'stock', 'options', 'name'] },
      counted: { count: 1, of: 1 },
      message: `A page is identical to one in payload ${stale.payloadId}, and the last menu did not have that page.`,
    });
  }
  return { doubts, others };
}

/** Returns the doubts that need no comparison with the shelf. */
function doubtsOfFetch({ known, fetched, twin }: MenuToJudge, shares: RuleShares): Doubt[] {
  const { ids, totalCount, missing } = fetched;
  const doubts: Doubt[] = [];
  if (isIncomplete(known, fetched, shares['missing'] ?? MISSING_SHARE)) {
    doubts.push({
      fault: 'incomplete',
      rule: { name: 'missing', shows: 'gone' },
      counted: { count: missing, of: totalCount ?? 0 },
      message: `The platform counts ${totalCount} products on the menu, but its pages, in both sort orders together, have ${ids.length}.`,
    });
  }
  if (twin !== null) {
    doubts.push({
      fault: 'twin',
      rule: { name: 'twin', shows: 'of-other-stores' },
      counted: { count: 1, of: 1 },
      message: `A page is identical to one of dispensary ${twin.dispensaryId} in payload ${twin.payloadId}.`,
    });
  }
  return doubts;
}

/** Above this share of unreadable products, the code does not understand the menu at all. */
const UNREADABLE_SHARE = 0.5;

interface Doubt {
  fault: Fault;
  rule: Doubting;
  counted: Counted;
  message: string;
}

function applyRules(judged: Judged, shares: RuleShares): (Doubt & { isDoubting: boolean })[] {
  if (judged.known.shelf.length === 0) return [];
  return RULES.map((rule) => {
    const { name, fault, share, description } = rule;
    const counted = rule.counts(judged);
    return {
      fault,
      rule,
      counted,
      isDoubting: isDoubted(counted, { fault, share: shares[name] ?? share }, judged.known.shelf.length),
      message: `${counted.count} of ${counted.of} ${description}.`,
    };
  });
}

/** In a menu with fewer products, a share is unreliable: half of four products is two. */
const PRODUCTS_FOR_SHARES_MIN = 20;

/**
 * Whether too many products are missing: more than `share`, and more than usual for this store. Unless the menu is small, one
 * missing product is tolerated, because menus change while they are fetched.
 */
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
