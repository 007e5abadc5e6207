import { CONFIRMED_BY } from './confirm-menu.ts';
import type { Counted, Rule } from './rule.ts';

/**
 * A count of up to this many products raises no doubt. In a small menu, where four products may be half of the menu,
 * the limit is this share instead.
 */
const COUNT_MIN = 4;
const COUNT_MIN_SHARE = 0.3;
/**
 * In a small menu, a rule whose own share is below `RARE_BELOW` needs fewer products: it counts what stores rarely do.
 */
const COUNT_MIN_SHARE_RARE = 0.15;
const RARE_BELOW = 0.1;
/**
 * In a small menu, a fault that only a person can settle needs about half of the products: a store may lose the price
 * of its only product.
 */
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
