import { CONFIRMED_BY } from './confirm-menu.ts';
import type { Counted, Rule } from './rule.ts';

/** This few products prove nothing. In a small menu fewer are enough: four of eight products are half of it. */
const COUNT_MIN = 4;
const COUNT_MIN_SHARE = 0.3;
/** A rule for what stores rarely do needs fewer products. */
const COUNT_MIN_SHARE_RARE = 0.15;
const RARE_BELOW = 0.1;
/** For faults that only a person can settle, about half of a small menu: a store may lose the price of its only product. */
const COUNT_MIN_SHARE_FINAL = 0.5;

/**
 * Whether a rule's count raises a doubt about a menu. A menu of up to four products proves nothing: the store is opening or
 * closing.
 *
 * @param menuSize products of the menu; a rule may count only some of them
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
