import { describe, expect, test } from 'vitest';
import { normalizerOf } from '../../../../platforms/blaze/normalize-product.ts';
import type { CanonicalProduct } from '../../../../domain/product.ts';
import { makeRawProduct, makeSize } from './make-raw-product.ts';

/** Normalizes a product as the only one of its menu. */
const normalizeProduct = (raw: unknown) => normalizerOf([raw])(raw);

function normalize(change: Record<string, unknown> = {}): CanonicalProduct {
  const result = normalizeProduct(makeRawProduct(change));
  if (!result.ok) throw new Error(result.reason);
  return result.product;
}

const priced = (unit_price: unknown) => normalize({ variants: [makeSize({ unit_price })] }).priceRec;

test('a product in several sizes becomes a canonical one', () => {
  expect(normalize()).toEqual({
    providerProductId: '7a0c8f1e-1111-4222-a333-944455566677',
    enterpriseProductId: null,
    slug: null,
    nameRaw: 'Copper Canyon | Flower',
    name: 'Copper Canyon | Flower',
    brandId: null,
    brandNameRaw: 'Mesa Verde',
    brandName: 'Mesa Verde',
    brandDescription: null,
    brandImageUrl: null,
    category: 'Flower',
    subcategory: 'small-buds',
    strainType: 'Sativa',
    priceRec: '30.00',
    priceMed: null,
    specialRec: '44.79',
    specialMed: null,
    priceOption: '3.5g',
    onSpecial: true,
    specials: [],
    status: 'Active',
    inStock: true,
    quantity: 16,
    quantityCapped: false,
    medicalOnly: false,
    recOnly: false,
    thc: { low: 18.2, high: 22.4, unit: 'PERCENTAGE' },
    cbd: null,
    cannabinoids: [],
    imageUrl: 'https://images.test/copper-canyon.jpg',
    imageUrls: ['https://images.test/copper-canyon.jpg'],
    createdAt: null,
    updatedAt: null,
    options: [
      {
        option: '3.5g',
        rawOption: null,
        size: { amount: 3.5, unit: 'g' },
        rec: '30.00',
        med: null,
        specialRec: null,
        specialMed: null,
        quantity: 12,
        quantityCapped: false,
        quantityTotal: null,
        quantityKiosk: null,
        belowThreshold: false,
        posId: null,
        packageId: null,
      },
      {
        option: '7g',
        rawOption: null,
        size: { amount: 7, unit: 'g' },
        rec: '55.99',
        med: null,
        specialRec: '44.79',
        specialMed: null,
        quantity: 4,
        quantityCapped: false,
        quantityTotal: null,
        quantityKiosk: null,
        belowThreshold: false,
        posId: null,
        packageId: null,
      },
    ],
  });
});

test('a product in one size says its size and price itself', () => {
  const product = normalize({ variants: [], ...makeSize({ size: ' 1g ', available_quantity: 0 }) });
  expect(product.options).toMatchObject([{ option: '1g', rec: '30.00', quantity: 0 }]);
  expect(product.inStock).toBe(false);
});

describe('money', () => {
  test.each([
    [1, '0.01'],
    [10, '0.10'],
    [99, '0.99'],
    [100, '1.00'],
    [1999, '19.99'],
    [2675, '26.75'],
    [10_000_000, '100000.00'],
  ])('%s cents', (amount, dollars) => {
    expect(priced({ amount, currency: 'USD' })).toBe(dollars);
  });

  test.each([
    null,
    'free',
    { amount: 0 },
    { amount: -100 },
    { amount: 10.5 },
    { amount: '0' },
    { amount: 'free' },
    { amount: '12.00' },
    { amount: Number.NaN },
    { amount: 10_000_001 },
    { amount: 1e308 },
    { amount: 3000, currency: 'CAD' },
    {},
  ])('%j is no price', (money) => {
    expect(priced(money)).toBeNull();
  });

  test('the currency may be left out, and written small', () => {
    expect(priced({ amount: 3000 })).toBe('30.00');
    expect(priced({ amount: 3000, currency: 'usd' })).toBe('30.00');
  });

  test('an amount may be text', () => {
    expect(priced({ amount: '3000' })).toBe('30.00');
  });
});

describe('what is wrong is told with its place', () => {
  test.each([
    [{ unit_price: { amount: 10.5 } }, 'unit_price.amount', 'expected whole cents, got 10.5'],
    [{ unit_price: { amount: '12.00' } }, 'unit_price.amount', 'expected whole cents, got "12.00"'],
    [
      { unit_price: { amount: 10_000_001 } },
      'unit_price.amount',
      'expected a price up to 10000000 cents, got 10000001',
    ],
    [{ unit_price: { amount: 3000, currency: 'CAD' } }, 'unit_price.currency', 'expected USD, got "CAD"'],
    [{ unit_price: 'free' }, 'unit_price', 'expected an object, got "free"'],
    [
      { discounted_price: { amount: 3000 } },
      'discounted_price',
      'expected a special price below the list price 30.00, got 30.00',
    ],
    [{ available_quantity: [] }, 'available_quantity', 'expected a number, got a list'],
  ])('%j', (change, place, reason) => {
    const result = normalizeProduct(makeRawProduct({ variants: [makeSize(change)] }));
    expect(result).toMatchObject({
      flaws: [{ cost: 'value', place: `attributes.variants[0].${place}`, reason }],
    });
  });

  test('a size that is none, and an activity in words', () => {
    const result = normalizeProduct(makeRawProduct({ variants: ['1g', makeSize()], is_active: 'yes' }));
    expect(result).toMatchObject({ product: { status: 'yes', inStock: false } });
    expect(result.ok && result.flaws.map(({ place }) => place)).toEqual([
      'attributes.variants[0]',
      'attributes.is_active',
    ]);
  });
});

describe('stock', () => {
  const quantityOf = (available_quantity: unknown) =>
    normalize({ variants: [makeSize({ available_quantity })] }).quantity;

  test.each([
    [0, 0],
    [7, 7],
    [7.9, 7],
    [-3, 0],
    [1e12, 2_147_483_647],
    [null, null],
    ['7', 7],
    ['few', null],
  ])('%j available is %j', (given, expected) => {
    expect(quantityOf(given)).toBe(expected);
  });

  test('is in as long as one size has some, or does not say', () => {
    const sizes = (...quantities: unknown[]) =>
      normalize({ variants: quantities.map((available_quantity) => makeSize({ available_quantity })) });
    expect(sizes(0, 0).inStock).toBe(false);
    expect(sizes(0, 1).inStock).toBe(true);
    expect(sizes(0, null).inStock).toBe(true);
  });

  test('is out for a product that is not active', () => {
    expect(normalize({ is_active: false }).inStock).toBe(false);
    expect(normalize({ is_active: null }).inStock).toBe(true);
  });
});

describe('the rest', () => {
  test('a promotion without a price is a special too', () => {
    const variants = [makeSize()];
    expect(normalize({ variants }).onSpecial).toBe(false);
    expect(normalize({ variants, promotions: [{ title: 'Two for one' }] }).onSpecial).toBe(true);
  });

  test.each([
    [
      { min: 22, max: 18, unit: '%' },
      { low: 18, high: 22, unit: 'PERCENTAGE' },
    ],
    [
      { min: null, max: 100, unit: 'mg' },
      { low: 100, high: 100, unit: 'MILLIGRAMS' },
    ],
    [{ min: 5 }, { low: 5, high: 5, unit: 'PERCENTAGE' }],
    [
      { min: 5, unit: '__proto__' },
      { low: 5, high: 5, unit: '__proto__' },
    ],
    [{ min: -1, max: 1e9 }, null],
    ['20 %', null],
    [null, null],
  ])('a potency of %j', (thc, expected) => {
    expect(normalize({ thc }).thc).toEqual(expected);
  });

  test('the first picture with a web address counts', () => {
    const images = [
      null,
      { url: 'ftp://x.test/a' },
      {},
      { url: 'https://x.test/b' },
      { url: 'https://x.test/c' },
    ];
    expect(normalize({ images }).imageUrl).toBe('https://x.test/b');
    expect(normalize({ images: 'none' }).imageUrl).toBeNull();
  });

  test('texts are tidied', () => {
    const product = normalize({
      name: ' Two  spaces ',
      brand: { name: '' },
      classification: ' ',
      category: null,
    });
    expect(product).toMatchObject({ name: 'Two spaces', brandName: null, strainType: null, category: null });
  });

  test.each([
    [{ id: 'a' }, 'a'],
    [{ id: 'a\u0000b', attributes: { name: ' ' } }, 'ab'],
    [{ attributes: { name: 'x' } }, null],
    ['text', null],
    [null, null],
  ])('a reason for what cannot be one: %j', (raw, id) => {
    const result = normalizeProduct(raw);
    expect(result).toMatchObject({ ok: false, id });
    expect(result).toHaveProperty('reason', expect.stringMatching(/\S/));
  });
});
