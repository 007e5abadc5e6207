import { expect, test } from 'vitest';
import { countPriceMoves } from '../../../../domain/belief/count-price-moves.ts';
import { findRepriced } from '../../../../domain/belief/count-returns.ts';
import type { ComparedOption } from '../../../../domain/belief/known-menu.ts';
import { makeCompared } from './make-menus.ts';

const [first, ...others] = makeCompared(1).options;
const price = { rec: '20.00', med: '18.00', specialRec: null, specialMed: null };
const option = (changes: Partial<ComparedOption>): ComparedOption => ({ ...first!, ...price, ...changes });

const movesOf = (before: ComparedOption[], now: ComparedOption[]) =>
  countPriceMoves(findRepriced([makeCompared(1, { options: before })], [makeCompared(1, { options: now })]));

test.each<[string, ComparedOption[], ComparedOption[], { up: number; down: number }]>([
  ['nothing moves', [option({})], [option({})], { up: 0, down: 0 }],
  ['a price rises', [option({})], [option({ rec: '21.00' })], { up: 1, down: 0 }],
  ['a price falls', [option({})], [option({ med: '9.00' })], { up: 0, down: 1 }],
  [
    'one option rises by more than the other falls',
    [option({ option: '1g' }), option({ option: '2g' })],
    [option({ option: '1g', rec: '40.00' }), option({ option: '2g', rec: '19.00' })],
    { up: 1, down: 0 },
  ],
  ['a special begins', [option({})], [option({ specialRec: '10.00' })], { up: 0, down: 0 }],
  ['a price vanishes', [option({})], [option({ rec: null })], { up: 0, down: 0 }],
  [
    'an option has another name',
    [option({})],
    [option({ option: 'other', rec: '99.00' })],
    { up: 0, down: 0 },
  ],
  ['it was free', [option({ rec: '0.00' })], [option({ rec: '5.00' })], { up: 0, down: 0 }],
])('%s', (...[, before, now, moves]) => {
  expect(movesOf([...before, ...others], [...now, ...others])).toEqual(moves);
});
