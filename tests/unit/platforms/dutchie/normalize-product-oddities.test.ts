import { describe, expect, test } from 'vitest';
import type { CanonicalProduct } from '../../../../domain/product.ts';
import { normalizerOf } from '../../../../platforms/dutchie/normalize-product.ts';
import { makeChild, makeRawProduct } from './make-raw-product.ts';

/** Normalizes a product as the only one of its menu. */
const normalizeProduct = (raw: unknown) => normalizerOf([raw])(raw);

// Oddities of real records, one test for each. Oddities of whole menus and stores (ids of 17 characters, products on two pages, wrong
// counts) are tested with the requests and the pages.

function read(change: Record<string, unknown>): { product: CanonicalProduct; places: string[] } {
  const result = normalizeProduct(makeRawProduct(change));
  if (!result.ok) throw new Error(result.reason);
  return { product: result.product, places: result.flaws.map(({ place }) => place) };
}

const optionsOf = (change: Record<string, unknown>) => read(change).product.options;

describe('real records', () => {
  test('a store without a link to its till counts by hand, or not at all', () => {
    const manualInventory = [{ option: '1/8oz', inventory: 3 }];
    expect(read({ POSMetaData: null, manualInventory }).product).toMatchObject({
      quantity: 3,
      inStock: true,
    });
    expect(read({ POSMetaData: null }).product).toMatchObject({ quantity: null, inStock: true });
  });

  test('children may be fewer than the options, and in another order', () => {
    const children = [makeChild('1/4oz', { quantityAvailable: 8 })];
    expect(optionsOf({ POSMetaData: { children } }).map(({ quantity }) => quantity)).toEqual([null, 8]);
  });

  test('special prices of one menu alone', () => {
    expect(optionsOf({ recSpecialPrices: [17, 40] })).toMatchObject([
      { specialRec: '17.00', specialMed: null },
      { specialRec: '40.00', specialMed: null },
    ]);
    expect(read({ medicalSpecialPrices: [12] }).product).toMatchObject({
      specialRec: null,
      specialMed: '12.00',
    });
  });

  test('an offer that moves no price comes with `special: null`', () => {
    const specialData = { saleSpecials: null, bogoSpecials: [{ specialId: 'b' }] };
    expect(read({ special: null, specialData }).product).toMatchObject({ onSpecial: true, specialRec: null });
  });

  test('a potency of null, without a range, of one number, of two, reversed, of nothing', () => {
    const ranges = [null, [], [20], [18, 24], [24, 18], [0]];
    const potencies = ranges.map((range) => read({ THCContent: { unit: 'PERCENTAGE', range } }).product.thc);
    expect(potencies.map((potency) => potency && [potency.low, potency.high])).toEqual([
      null,
      null,
      [20, 20],
      [18, 24],
      [18, 24],
      [0, 0],
    ]);
    expect(read({ THCContent: null }).product.thc).toBeNull();
  });

  test('milligrams labelled as a percentage are no percentage; seven hundredths of one are', () => {
    const { product, places } = read({
      THCContent: { unit: 'PERCENTAGE', range: [492] },
      CBDContent: { unit: 'PERCENTAGE', range: [0.07] },
      cannabinoidsV2: [
        { value: 1646.6, unit: 'PERCENTAGE', cannabinoid: { name: 'THCA' } },
        { value: 1646.6, unit: 'MILLIGRAMS', cannabinoid: { name: 'CBD  (cannabidiol)' } },
      ],
    });
    expect(product).toMatchObject({
      thc: { low: 492, high: 492, unit: 'UNKNOWN' },
      cbd: { low: 0.07, high: 0.07, unit: 'PERCENTAGE' },
      cannabinoids: [
        { name: 'THCA', value: 1646.6, unit: 'UNKNOWN' },
        { name: 'CBD (cannabidiol)', value: 1646.6, unit: 'MILLIGRAMS' },
      ],
    });
    expect(places).toEqual(['THCContent', 'cannabinoidsV2[0].value']);
  });

  test('the same weight is spelled in many ways, and gear has none', () => {
    const Options = ['N/A', '1gC', '.5g', '0.5g', '28.3g', '1oz'];
    const rawOptions = ['N/A', '1.0g', '0.50g', '0.5g', '28.30g', '14.0g'];
    expect(optionsOf({ Options, rawOptions }).map(({ size }) => size?.amount ?? null)).toEqual([
      null,
      1,
      0.5,
      0.5,
      28.3,
      28,
    ]);
  });

  test('`weight` is nonsense and is not read; sizes come from the labels, also without measurements', () => {
    for (const weight of [0, -1, 9_999_999])
      expect(optionsOf({ weight, measurements: null }).map(({ size }) => size?.amount)).toEqual([3.5, 7]);
  });

  test('a quantity of 25 is 25 or more, 0 is sold out, null is not told', () => {
    const children = [25, 0, null].map((quantity, place) =>
      makeChild(`${place}g`, { quantity, quantityAvailable: quantity }),
    );
    expect(optionsOf({ Options: ['0g', '1g', '2g'], POSMetaData: { children } })).toMatchObject([
      { quantity: 25, quantityCapped: true },
      { quantity: 0, quantityCapped: false },
      { quantity: null, quantityCapped: false },
    ]);
  });

  test('two forms of times in one record', () => {
    const times = { createdAt: '1748641511238', updatedAt: '2026-06-13T05:24:11.208Z' };
    expect(read(times).product).toMatchObject({
      createdAt: '2025-05-30T21:45:11.238Z',
      updatedAt: '2026-06-13T05:24:11.208Z',
    });
    const { product, places } = read({ createdAt: 'yesterday', updatedAt: '06/13/2026' });
    expect(product).toMatchObject({ createdAt: null, updatedAt: null });
    expect(places).toEqual(['createdAt', 'updatedAt']);
  });

  test('no brand, and a brand with a space behind it and a case of its own', () => {
    const none = { brand: null, brandId: null, brandName: null, brandLogo: null };
    expect(read(none).product).toMatchObject({ brandId: null, brandName: null, brandImageUrl: null });
    const brand = {
      id: 'b1',
      name: "mama J's ",
      imageUrl: 'https://images.test/logo',
      description: 'Since 2015.',
    };
    expect(read({ brand, brandName: "Mama J's" }).product).toMatchObject({
      brandId: 'b1',
      brandNameRaw: "mama J's ",
      brandName: "mama J's",
      brandDescription: 'Since 2015.',
      brandImageUrl: 'https://images.test/logo',
    });
  });

  test('inch marks and double spaces in a name', () => {
    expect(read({ Name: '6" Soft  Cleaners | 44pk ' }).product).toMatchObject({
      nameRaw: '6" Soft  Cleaners | 44pk ',
      name: '6" Soft Cleaners | 44pk',
    });
  });

  test('a special price above the list price, a price of nothing and one of a cent', () => {
    const { product, places } = read({ recPrices: [30, 55], recSpecialPrices: [35, 55] });
    expect(product).toMatchObject({ specialRec: null, onSpecial: false });
    expect(places).toEqual(['recSpecialPrices[0]', 'recSpecialPrices[1]']);
    expect(optionsOf({ recPrices: [0, 0.01] }).map(({ rec }) => rec)).toEqual([null, '0.01']);
  });

  test('one size a product, as stores with a till list them, or several', () => {
    expect(optionsOf({ Options: ['1/8oz'], recPrices: [30] })).toHaveLength(1);
    expect(optionsOf({})).toHaveLength(2);
  });

  test('effects are spelled as everybody likes, and are left in the payload', () => {
    expect(read({ effects: { Calm: 3, calm: 2, 'Pain-Relief': 1, painRelief: 9 } })).toEqual(read({}));
  });

  test('numbers that come as text within offers', () => {
    const bogo = {
      bogoRewards: [{ percentDiscount: '40.00' }],
      discountBundle: { value: '75', discountType: 'targetPrice' },
    };
    expect(read({ specialData: { bogoSpecials: [bogo] } }).product.specials).toMatchObject([
      {
        rewards: [{ discount: { kind: 'percent', percent: 40 } }],
        bundle: { kind: 'price', dollars: '75.00' },
      },
    ]);
  });

  test('records of 2019', () => {
    const old = {
      _id: 'kT5sG7hJ9kL1mN3pQ',
      Name: 'Sunset Cake',
      Options: ['1g'],
      Prices: [12],
      THCContent: '100',
      CBDContent: 0.5,
      quantities: [{ option: '1g', productID: 'x', quantity: 3 }],
      score: 1.5,
      Description: 'Sweet.',
    };
    expect(normalizeProduct(old)).toMatchObject({
      ok: true,
      product: {
        thc: { low: 100, high: 100, unit: 'UNKNOWN' },
        cbd: { low: 0.5, high: 0.5, unit: 'UNKNOWN' },
        options: [{ option: '1g', rec: '12.00', quantity: 3, quantityCapped: false }],
      },
      flaws: [],
    });
  });
});
