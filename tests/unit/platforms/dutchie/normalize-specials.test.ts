import { describe, expect, test } from 'vitest';
import type { Flaw } from '../../../../domain/product.ts';
import type { CanonicalSpecial } from '../../../../domain/special.ts';
import { normalizerOf } from '../../../../platforms/dutchie/normalize-product.ts';
import { makeRawProduct } from './make-raw-product.ts';

/** Normalizes a product as the only one of its menu. */
const normalizeProduct = (raw: unknown) => normalizerOf([raw])(raw);

function read(specialData: unknown, change: object = {}): { specials: CanonicalSpecial[]; flaws: Flaw[] } {
  const result = normalizeProduct(makeRawProduct({ specialData, ...change }));
  if (!result.ok) throw new Error(result.reason);
  return { specials: result.product.specials, flaws: result.flaws };
}

const readSale = (sale: object) => read({ saleSpecials: [sale], bogoSpecials: null });
const readBogo = (bogo: object, change: object = {}) =>
  read({ saleSpecials: null, bogoSpecials: [bogo] }, change);

const FLAGS = { percentDiscount: false, dollarDiscount: false, targetPrice: false };

describe('a sale', () => {
  test.each([
    ['percents off', { discount: 30, percentDiscount: true }, { kind: 'percent', percent: 30 }],
    ['dollars off', { discount: 3, dollarDiscount: true }, { kind: 'amount', dollars: '3.00' }],
    ['a price', { discount: 17.5, targetPrice: true }, { kind: 'price', dollars: '17.50' }],
    ['a number as text', { discount: '40.00', percentDiscount: true }, { kind: 'percent', percent: 40 }],
    ['no meaning', { discount: 17 }, null],
    [
      'no flag, and a part that says it',
      { discount: 17, saleDiscounts: [{ discountType: 'dollarDiscount', discountAmount: 17 }] },
      { kind: 'amount', dollars: '17.00' },
    ],
    [
      'no flag, and parts that differ',
      {
        saleDiscounts: [
          { discountType: 'dollarDiscount', discountAmount: 1 },
          { discountType: 'dollarDiscount', discountAmount: 2 },
        ],
      },
      null,
    ],
  ])('with %s', (_title, change, discount) => {
    const { specials, flaws } = readSale({ ...FLAGS, ...change });
    expect(specials).toMatchObject([{ type: 'sale', discount }]);
    expect(flaws).toEqual([]);
  });

  test.each([
    [
      'two meanings at once',
      { discount: 5, percentDiscount: true, targetPrice: true },
      /one meaning.*percent.*target/,
    ],
    ['more than everything off', { discount: 130, percentDiscount: true }, /percentage up to 100, got 130/],
    ['a negative discount', { discount: -4, dollarDiscount: true }, /number from 0 on, got -4/],
    ['an unknown menu', { menuType: 'kiosk' }, /both, medical or recreational, got "kiosk"/],
  ])('with %s is kept without it, and told', (_title, change, reason) => {
    const { specials, flaws } = readSale({ ...FLAGS, ...change });
    expect(specials).toMatchObject([{ type: 'sale', discount: null, menu: null }]);
    expect(flaws).toMatchObject([{ cost: 'value', reason: expect.stringMatching(reason) }]);
  });

  test('says whom and what it is for', () => {
    const sale = {
      ...FLAGS,
      specialId: 's1',
      specialName: '  Happy  hour ',
      discount: 20,
      percentDiscount: true,
      menuType: 'medical',
      eligibleProductOptions: ['1g'],
    };
    expect(readSale(sale).specials).toEqual([
      {
        type: 'sale',
        id: 's1',
        name: 'Happy hour',
        meaning: '20 % off (1g; medical menu)',
        menu: 'medical',
        options: ['1g'],
        discount: { kind: 'percent', percent: 20 },
      },
    ]);
  });
});

describe('a bogo offer', () => {
  test('with conditions, rewards and a bundle, whose numbers come as text', () => {
    const { specials, flaws } = readBogo({
      specialId: 'b1',
      specialName: 'Two for one',
      menuType: 'both',
      bogoConditionLogicOperator: 'or',
      bogoConditions: [
        {
          productGroup: 'brands',
          brandNames: ['Mesa'],
          brandIds: ['1'],
          productIds: ['5', '6'],
          weights: ['1.0g'],
          totalQuantity: {
            enabled: true,
            quantity: 2,
            maxQuantity: 4,
            quantityOperator: 'greaterThanEqualTo',
          },
          totalSpend: { enabled: true, minimumSpend: '50', maximumSpend: null, spendOperator: 'greaterThan' },
          totalWeight: { enabled: false, weight: '9g' },
        },
      ],
      bogoRewardLogicOperator: 'and',
      bogoRewards: [{ percentDiscount: '40.00', categoryName: 'Edible', quantity: 1 }],
      discountBundle: { enabled: true, value: '75', discountType: 'targetPrice', applyTo: 'ALL' },
      totalWeight: { enabled: true, weight: '3.5g', weightOperator: 'equalTo' },
      endStamp: '1782889200000',
      qualifyingOptions: ['1/8oz'],
      redemptionLimit: 3,
    });
    expect(flaws).toEqual([]);
    expect(specials).toEqual([
      {
        type: 'bogo',
        id: 'b1',
        name: 'Two for one',
        meaning: expect.stringContaining('all together for 75.00 dollars'),
        menu: 'both',
        options: ['1/8oz'],
        endsAt: '2026-07-01T07:00:00.000Z',
        conditionsJoin: 'or',
        conditions: [
          {
            group: 'brands',
            brands: ['Mesa'],
            categories: [],
            weights: ['1.0g'],
            products: 2,
            thresholds: [
              { of: 'quantity', operator: 'at least', amount: '2', max: '4' },
              { of: 'spend', operator: 'more than', amount: '50.00', max: null },
            ],
          },
        ],
        rewardsJoin: 'and',
        rewards: [
          {
            group: null,
            brands: [],
            categories: ['Edible'],
            weights: [],
            products: 0,
            thresholds: [{ of: 'quantity', operator: 'at least', amount: '1', max: null }],
            discount: { kind: 'percent', percent: 40 },
          },
        ],
        totals: [{ of: 'weight', operator: 'exactly', amount: '3.5g', max: null }],
        bundle: { kind: 'price', dollars: '75.00' },
        redemptionsMax: 3,
      },
    ]);
  });

  test('of older times: so many items for a price, and the options by id', () => {
    const { specials } = readBogo(
      { specialId: 'b1', itemsForAPrice: { enabled: true, value: '40' } },
      {
        specialIdsPerOption: [
          { option: '1/8oz', conditionIds: ['b1'], rewardIds: [] },
          { option: '1/4oz', conditionIds: [], rewardIds: ['other'] },
        ],
      },
    );
    expect(specials).toMatchObject([{ options: ['1/8oz'], bundle: { kind: 'price', dollars: '40.00' } }]);
  });

  test('a bundle that is switched off is none', () => {
    const bogo = { discountBundle: { enabled: false, value: '75', discountType: 'targetPrice' } };
    expect(readBogo(bogo).specials).toMatchObject([{ bundle: null }]);
  });

  test.each([
    ['an unknown operator', { totalQuantity: { quantity: 2, quantityOperator: 'roughly' } }, /got "roughly"/],
    ['an unknown kind of discount', { discountBundle: { value: '7', discountType: 'gift' } }, /got "gift"/],
    ['an end that is no time', { endStamp: 'soon' }, /time of this century, got "soon"/],
    ['an end in another age', { endStamp: '99999999999999' }, /time of this century/],
    ['rewards of another form', { bogoRewards: ['free'] }, /expected an object, got "free"/],
  ])('with %s is kept, and told', (_title, change, reason) => {
    const { specials, flaws } = readBogo(change);
    expect(specials).toHaveLength(1);
    expect(flaws).toMatchObject([{ cost: 'value', reason: expect.stringMatching(reason) }]);
  });
});

test('an offer that cannot be read costs that offer, and the others stay', () => {
  const { specials, flaws } = read({
    saleSpecials: ['off', { discount: 1, dollarDiscount: true }],
    bogoSpecials: 7,
  });
  expect(specials).toHaveLength(1);
  expect(flaws.map(({ place }) => place)).toEqual([
    'specialData.saleSpecials[0]',
    'specialData.bogoSpecials',
  ]);
});

test('more offers than a product can have are cut', () => {
  const { specials, flaws } = read({ saleSpecials: Array.from({ length: 300 }, () => ({ specialId: 's' })) });
  expect(specials).toHaveLength(100);
  expect(flaws).toMatchObject([{ reason: 'expected at most 100 offers, got 300' }]);
});
