import { describe, expect, test } from 'vitest';
import { describeBogo, describeSale, type BogoSpecial, type Discount } from '../../../domain/special.ts';

describe('describeSale', () => {
  test.each<[Discount | null, string]>([
    [{ kind: 'percent', percent: 25 }, '25 % off'],
    [{ kind: 'amount', dollars: '3.00' }, '3.00 dollars off'],
    [{ kind: 'price', dollars: '17.00' }, 'for 17.00 dollars'],
    [null, 'an unstated discount'],
  ])('%j', (discount, text) => {
    expect(describeSale({ discount, menu: 'both', options: null })).toBe(text);
    expect(describeSale({ discount, menu: null, options: null })).toBe(text);
    expect(describeSale({ discount, menu: 'medical', options: ['1g', '2g'] })).toBe(
      `${text} (1g, 2g; medical menu)`,
    );
  });
});

const part = { group: null, brands: [], categories: [], weights: [], products: 0, thresholds: [] };

const bogo: Omit<BogoSpecial, 'type' | 'id' | 'name' | 'meaning'> = {
  menu: 'both',
  options: null,
  endsAt: null,
  conditionsJoin: 'and',
  conditions: [{ ...part, thresholds: [{ of: 'quantity', operator: 'at least', amount: '2', max: null }] }],
  rewardsJoin: 'and',
  rewards: [{ ...part, discount: { kind: 'percent', percent: 40 } }],
  totals: [],
  bundle: null,
  redemptionsMax: null,
};

describe('describeBogo', () => {
  test('says what to buy and what comes of it', () => {
    expect(describeBogo(bogo)).toBe('buy at least 2: 40 % off');
  });

  test('says of what, how much in all, and what is rewarded', () => {
    const text = describeBogo({
      ...bogo,
      conditionsJoin: 'or',
      conditions: [
        { ...part, brands: ['Mesa', 'Fern'], weights: ['1g'] },
        { ...part, categories: ['Flower'], products: 3 },
      ],
      totals: [{ of: 'spend', operator: 'at least', amount: '50.00', max: '90.00' }],
      rewards: [
        {
          ...part,
          categories: ['Edible'],
          thresholds: [{ of: 'quantity', operator: 'exactly', amount: '1', max: null }],
          discount: { kind: 'price', dollars: '1.00' },
        },
      ],
      options: ['1g'],
    });
    expect(text).toBe(
      'buy items of brands Mesa, Fern; sizes 1g or items of categories Flower; 3 products, in all at least 50.00 dollars,' +
        ' at most 90.00 dollars: exactly 1 of categories Edible for 1.00 dollars (1g)',
    );
  });

  test('a bundle is what everything costs together', () => {
    expect(describeBogo({ ...bogo, bundle: { kind: 'price', dollars: '75.00' } })).toBe(
      'buy at least 2: all together for 75.00 dollars',
    );
  });

  test('an offer that says nothing is told as that', () => {
    expect(describeBogo({ ...bogo, conditions: [], rewards: [{ ...part, discount: null }] })).toBe(
      'buy something: an unstated reward',
    );
  });
});
