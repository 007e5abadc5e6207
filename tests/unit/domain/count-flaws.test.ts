import { expect, test } from 'vitest';
import { countFlaws, noFlaws } from '../../../domain/count-flaws.ts';
import type { Flaw } from '../../../domain/product.ts';

const flaw = (cost: Flaw['cost']): Flaw => ({ cost, place: 'Options[1]', reason: 'expected text, got 7' });

test('flaws are counted by what they cost, and sampled with the product', () => {
  const counts = noFlaws();
  countFlaws(counts, 'a1', [flaw('option'), flaw('value')]);
  countFlaws(counts, 'b2', [flaw('value')]);
  expect(counts).toEqual({
    option: 1,
    value: 2,
    samples: [
      { id: 'a1', ...flaw('option') },
      { id: 'a1', ...flaw('value') },
      { id: 'b2', ...flaw('value') },
    ],
  });
});

test('samples are twenty at most, counts are whole', () => {
  const counts = noFlaws();
  for (let product = 0; product < 50; product += 1)
    countFlaws(counts, `p${product}`, [flaw('value'), flaw('option')]);
  expect(counts).toMatchObject({ option: 50, value: 50 });
  expect(counts.samples).toHaveLength(20);
});
