import type { ComparedProduct, PriceMoves } from './known-menu.ts';
import type { Repriced } from './count-returns.ts';

const LIST_KINDS = ['rec', 'med'] as const;

/** Counts the products whose list prices rose and those whose list prices fell since the last payload. */
export function countPriceMoves(repriced: ReadonlyMap<string, Repriced>): PriceMoves {
  const moves = { up: 0, down: 0 };
  for (const { before, now } of repriced.values()) {
    const move = moveOf(before, now);
    if (move > 0) moves.up += 1;
    if (move < 0) moves.down += 1;
  }
  return moves;
}

/**
 * Returns how far the list prices moved, as a sum of logarithms over all options with the same position and label: above 0 if they
 * rose, below 0 if they fell.
 */
function moveOf(before: ComparedProduct, now: ComparedProduct): number {
  let move = 0;
  for (const [place, old] of before.options.entries()) {
    const option = now.options[place];
    if (option?.option !== old.option) continue;
    for (const kind of LIST_KINDS) {
      const [from, to] = [old[kind], option[kind]];
      if (from !== null && to !== null && Number(from) > 0 && Number(to) > 0)
        move += Math.log(Number(to) / Number(from));
    }
  }
  return move;
}
