/** What is seen of a fetched menu before it is let in. Counts are of products. */
export interface MenuEvidence {
  /** Products that came. */
  unique: number;
  /** What the platform says there are; null when it does not say. */
  totalCount: number | null;
  /** How many of these did not come, in either order of the pages. */
  missing: number;
  /** Products that the last menu of this store had. */
  known: number;
  /** Of these, how many this menu lacks. */
  gone: number;
  /** Of those that both have with a price, how many have another list price. */
  priced: number;
  repriced: number;
  /** A recent payload of another dispensary that holds one of the pages to the letter. */
  twin: { payloadId: number; dispensaryId: number } | null;
}

export interface JudgeThresholds {
  /** Shares from 0 to 1: above them a menu is suspect. */
  missingShareMax: number;
  goneShareMax: number;
  repricedShareMax: number;
}

export interface Suspicion {
  fault: 'incomplete' | 'empty' | 'gone' | 'repriced' | 'twin';
  /** In an operator's words. */
  message: string;
  evidence: MenuEvidence;
}

/** Below so many products a share says little: half of four is two. */
const PRODUCTS_FOR_SHARES_MIN = 20;

/**
 * What a second answer through another identity settles. A block looks the same through every identity, so what a
 * block can look like is never settled so, but by a person.
 */
const SETTLED_BY_REPEATING: ReadonlySet<Suspicion['fault']> = new Set(['gone', 'repriced']);

/** Whether the same menu through another identity confirms it. */
export function isSettledByRepeating({ fault }: Pick<Suspicion, 'fault'>): boolean {
  return SETTLED_BY_REPEATING.has(fault);
}

/**
 * Says what is suspicious about a menu, or null. A block, a cut answer and a cache on the way all parse; what gives them
 * away is that they do not fit what the platform counts, or what is known of the store.
 */
export function judgeMenu(evidence: MenuEvidence, thresholds: JudgeThresholds): Suspicion | null {
  const suspect = (fault: Suspicion['fault'], message: string): Suspicion => ({ fault, message, evidence });
  const { unique, totalCount, missing, known, gone, priced, repriced, twin } = evidence;
  if (missing > 0 && (unique === 0 || missing > toleratedMissing(totalCount ?? 0, thresholds))) {
    return suspect(
      'incomplete',
      `The platform says that the menu has ${totalCount} products; its pages, in either order, held ${unique}.`,
    );
  }
  if (unique === 0 && known > 0) {
    return suspect('empty', `The menu came back empty, though the last one had ${known} products.`);
  }
  if (twin !== null) {
    return suspect(
      'twin',
      `A page is the same, to the letter, as one of dispensary ${twin.dispensaryId} in payload ${twin.payloadId}.`,
    );
  }
  if (known >= PRODUCTS_FOR_SHARES_MIN && gone > known * thresholds.goneShareMax) {
    return suspect('gone', `${gone} of the ${known} products of the last menu are gone at once.`);
  }
  if (priced >= PRODUCTS_FOR_SHARES_MIN && repriced > priced * thresholds.repricedShareMax) {
    return suspect('repriced', `${repriced} of ${priced} list prices are others than in the last menu.`);
  }
  return null;
}

/** A menu changes while it is asked for: one product more or less is no news, unless the menu has only a few. */
function toleratedMissing(totalCount: number, { missingShareMax }: JudgeThresholds): number {
  const share = totalCount * missingShareMax;
  return totalCount < PRODUCTS_FOR_SHARES_MIN ? share : Math.max(1, share);
}
