import { CONFIRMED_BY } from './confirm-menu.ts';
import type { Counted, Rule } from './rule.ts';

/** Up to this many products prove nothing. In a small menu, this share of it is the limit: four of eight products are half of it. */
const COUNT_MIN = 4;
const COUNT_MIN_SHARE = 0.3;
/** A rule whose own share is below `RARE_BELOW` is about what stores rarely do, and needs fewer products of a small menu. */
const COUNT_MIN_SHARE_RARE = 0.15;
const RARE_BELOW = 0.1;
/** Faults that only a person can settle need about half of a small menu: a store may lose the price of its only product. */
const COUNT_MIN_SHARE_FINAL = 0.5;

/**
 * Whether a rule's count raises a doubt about a menu. With a shelf of up to four products, only a count above four does: such a
 * store is opening or closing.
 *
 * @param menuSize number of products on the shelf; a rule may examine only some of them
 */
export function isDoubted(
  counted: Counted,
  { fault, share }: Pick<Rule, 'fault' | 'share'>,
  menuSize: number,
): boolean {
  const leastShare = share < RARE_BELOW ? COUNT_MIN_SHARE_RARE : COUNT_MIN_SHARE;
  const least = menuSize * (CONFIRMED_BY[fault] === 'never' ? COUNT_MIN_SHARE_FINAL : leastShare);
  const isOpening = menuSize <= COUNT_MIN;
  return exceeds(counted, share, isOpening ? COUNT_MIN : Math.min(COUNT_MIN, Math.round(least)));
}

/**
 * Whether a count exceeds a share by more than chance. A share of a few products is unreliable, so the standard deviation of such
 * a count is added.
 */
function exceeds({ count, of }: Counted, share: number, least: number): boolean {
  const usual = of * share;
  return count > Math.max(least, usual + Math.sqrt(usual));
}
