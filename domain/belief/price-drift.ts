import type { PriceMoves } from './known-menu.ts';
import type { Rule } from './rule.ts';

/**
 * Doubts menus whose list prices have all moved one way over the last payloads, a few at a time, so that no menu differed much from
 * the previous one. A store's own prices move both ways; a wrong feed moves them one way.
 */
export const PRICE_DRIFT: Rule = {
  name: 'list-prices-drift',
  fault: 'repriced',
  share: 0.1,
  counts: ({ known, difference: { listPrices, kept } }) => ({
    ...netMoves([listPrices, ...known.recent.map(({ priceMoves }) => priceMoves)]),
    of: kept,
  }),
  shows: ['rec', 'med'],
  description:
    'list prices have moved one way over the last menus: more than moved the other way, and more than by chance',
};

/** Counts how many more prices moved one way than the other, minus the standard deviation of that number for random directions. */
function netMoves(moves: readonly PriceMoves[]): { count: number; up: number } {
  const up = moves.reduce((sum, move) => sum + move.up, 0);
  const down = moves.reduce((sum, move) => sum + move.down, 0);
  const count = Math.max(0, Math.round(Math.abs(up - down) - Math.sqrt(up + down)));
  return { count, up: up > down ? count : 0 };
}
