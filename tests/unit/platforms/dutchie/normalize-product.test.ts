import { describe, expect, test } from 'vitest';
import type { CanonicalProduct } from '../../../../domain/product.ts';
import { normalizerOf } from '../../../../platforms/dutchie/normalize-product.ts';
import { makeRawProduct } from './make-raw-product.ts';

/** Normalizes a product as the only one of its menu. */
const normalizeProduct = (raw: unknown) => normalizerOf([raw])(raw);

function normalized(change: Record<string, unknown> = {}): CanonicalProduct {
  const result = normalizeProduct(makeRawProduct(change));
  if (!result.ok) throw new Error(result.reason);
  return result.product;
}

type Row = [title: string, change: Record<string, unknown>, expected: Partial<CanonicalProduct>];

test('a product of a linked store becomes a canonical one, field by field', () => {
  expect(normalized()).toEqual({
    providerProductId: '66c0ffee12345678deadbeef',
    enterpriseProductId: null,
    slug: 'copper-canyon-flower-s',
    nameRaw: 'Copper Canyon | Flower (S)',
    name: 'Copper Canyon | Flower (S)',
    brandId: '0b7c4a0e-1111-4222-8333-944455566677',
    brandNameRaw: 'Mesa Verde',
    brandName: 'Mesa Verde',
    brandDescription: null,
    brandImageUrl: null,
    category: 'Flower',
    subcategory: 'small-buds',
    strainType: 'Sativa',
    priceRec: '30.00',
    priceMed: '28.00',
    specialRec: null,
    specialMed: null,
    priceOption: '1/8oz',
    onSpecial: false,
    specials: [],
    status: 'Active',
    inStock: true,
    quantity: 16,
    quantityCapped: false,
    medicalOnly: false,
    recOnly: false,
    thc: { low: 21.4, high: 21.4, unit: 'PERCENTAGE' },
    cbd: { low: 0.05, high: 0.05, unit: 'PERCENTAGE' },
    cannabinoids: [],
    imageUrl: 'https://images.dutchie.com/0123456789abcdef',
    imageUrls: ['https://images.dutchie.com/0123456789abcdef'],
    createdAt: '2024-06-10T06:13:20.000Z',
    updatedAt: '2026-06-13T05:24:11.208Z',
    options: [
      {
        option: '1/8oz',
        rawOption: '3.5g',
        size: { amount: 3.5, unit: 'g' },
        rec: '30.00',
        med: '28.00',
        specialRec: null,
        specialMed: null,
        quantity: 12,
        quantityCapped: false,
        quantityTotal: 12,
        quantityKiosk: 4,
        belowThreshold: false,
        posId: null,
        packageId: null,
      },
      {
        option: '1/4oz',
        rawOption: '7.0g',
        size: { amount: 7, unit: 'g' },
        rec: '55.00',
        med: '50.00',
        specialRec: null,
        specialMed: null,
        quantity: 4,
        quantityCapped: false,
        quantityTotal: 4,
        quantityKiosk: 4,
        belowThreshold: false,
        posId: null,
        packageId: null,
      },
    ],
  });
});

describe('names and brands', () => {
  test.each<Row>([
    [
      'inch marks and double spaces: the raw name stays, the name is tidied',
      { Name: ' Grinder  2.5"  |  Aircraft & Co ' },
      { nameRaw: ' Grinder  2.5"  |  Aircraft & Co ', name: 'Grinder 2.5" | Aircraft & Co' },
    ],
    ['tabs and no-break spaces', { Name: 'PR\t2pk\u00a0 (14.0g)' }, { name: 'PR 2pk (14.0g)' }],
    ['codes of the till', { Name: 'M{304} Jam N{S/O}' }, { name: 'M{304} Jam N{S/O}' }],
    [
      'markup is no more than text',
      { Name: '<b>Jam</b>', description: 'x', descriptionHtml: '<p>x</p>' },
      { name: '<b>Jam</b>' },
    ],
    ['a NUL goes', { Name: 'Blue\u0000 Dream' }, { nameRaw: 'Blue Dream', name: 'Blue Dream' }],
    ['half an emoji is replaced', { Name: 'Jam \ud83c' }, { name: 'Jam \ufffd' }],
    ['a whole emoji stays', { Name: 'Jam 🍓' }, { name: 'Jam 🍓' }],
    [
      'a trailing space in the brand',
      { brand: { name: 'Cresco ' } },
      { brandNameRaw: 'Cresco ', brandName: 'Cresco' },
    ],
    ['the case of a brand is its own', { brand: { name: "mama J's" } }, { brandName: "mama J's" }],
    ['no brand object', { brand: null, brandName: 'Mesa Verde' }, { brandName: 'Mesa Verde' }],
    ['no brand at all', { brand: null, brandName: null }, { brandNameRaw: null, brandName: null }],
    ['a brand that is text', { brand: 'Mesa', brandName: undefined }, { brandName: null }],
    [
      'category, subcategory and strain unknown',
      { type: null, subcategory: '', strainType: null },
      { category: null, subcategory: null, strainType: null },
    ],
    [
      'words of the platform stay',
      { type: 'Pre-Rolls', strainType: '20 to 1' },
      { category: 'Pre-Rolls', strainType: '20 to 1' },
    ],
  ])('%s', (_title, change, expected) => {
    expect(normalized(change)).toMatchObject(expected);
  });
});

describe('prices', () => {
  test.each<Row>([
    ['fractions', { recPrices: [27.3, 55] }, { priceRec: '27.30' }],
    ['the smallest is compared as a number', { recPrices: [100, 9] }, { priceRec: '9.00' }],
    ['an accessory for a cent, and one for nothing', { recPrices: [0.01, 0] }, { priceRec: '0.01' }],
    ['free options only', { recPrices: [0, 0], medicalPrices: [0] }, { priceRec: null, priceMed: null }],
    ['recPrices before Prices', { Prices: [99, 99], recPrices: [30, 55] }, { priceRec: '30.00' }],
    ['Prices where recPrices is absent', { Prices: [31, 56], recPrices: undefined }, { priceRec: '31.00' }],
    ['Prices where recPrices is null', { Prices: [31, 56], recPrices: null }, { priceRec: '31.00' }],
    [
      'a medical-only store',
      { Prices: [28, 50], recPrices: [], medicalPrices: [28, 50] },
      { priceRec: null, priceMed: '28.00' },
    ],
    ['a recreational-only store', { medicalPrices: [] }, { priceRec: '30.00', priceMed: null }],
    ['numbers as text', { recPrices: ['40.00', '75'] }, { priceRec: '40.00' }],
    ['text that is no number', { recPrices: ['about 40', '75'] }, { priceRec: '75.00' }],
    ['negative and absurd prices', { recPrices: [-5, 100_001] }, { priceRec: null }],
    ['null within the list keeps the places', { recPrices: [null, 55] }, { priceRec: '55.00' }],
    ['fewer prices than options', { recPrices: [30] }, { priceRec: '30.00' }],
    ['an object for a list', { recPrices: { 0: 30 }, Prices: null }, { priceRec: null, priceMed: '28.00' }],
  ])('%s', (_title, change, expected) => {
    expect(normalized(change)).toMatchObject(expected);
  });

  test('each place of a price list belongs to the option at that place', () => {
    const { options } = normalized({
      recPrices: [null, 55],
      medicalPrices: [28],
      recSpecialPrices: ['x', 41.5],
    });
    expect(options).toMatchObject([
      { option: '1/8oz', rec: null, med: '28.00', specialRec: null },
      { option: '1/4oz', rec: '55.00', med: null, specialRec: '41.50' },
    ]);
  });
});

const SALE = { specialType: 'sale', discount: 17, targetPrice: true, menuType: 'recreational' };
const BOGO = {
  specialType: 'bogo',
  discountBundle: { value: '75' },
  bogoRewards: [{ percentDiscount: '40.00' }],
};

describe('specials', () => {
  test.each<Row>([
    ['[] is no sale', { special: null }, { specialRec: null, specialMed: null, onSpecial: false }],
    [
      'a sale for recreational customers only',
      {
        special: true,
        specialData: { saleSpecials: [SALE], bogoSpecials: null },
        recSpecialPrices: [17, 40],
      },
      { specialRec: '17.00', specialMed: null, onSpecial: true },
    ],
    [
      'a sale for patients only',
      { special: true, medicalSpecialPrices: [14, 25] },
      { specialRec: null, specialMed: '14.00', onSpecial: true },
    ],
    [
      'a bundle offer lowers no price, and special is null with it',
      { special: null, specialData: { saleSpecials: null, bogoSpecials: [BOGO] } },
      { specialRec: null, specialMed: null, onSpecial: true, priceRec: '30.00' },
    ],
    [
      'empty offers are none',
      { special: null, specialData: { saleSpecials: [], bogoSpecials: [] } },
      { onSpecial: false },
    ],
    [
      'special prices without the offer that makes them',
      { special: true, specialData: null, recSpecialPrices: [17, 40] },
      { specialRec: '17.00', specials: [], onSpecial: true },
    ],
    [
      'a sale at or above the list price is no special',
      { specialData: { saleSpecials: [SALE] }, recSpecialPrices: [30, 60] },
      { specialRec: null, onSpecial: false },
    ],
    [
      'a bundle offer beside it is one',
      { specialData: { saleSpecials: [SALE], bogoSpecials: [BOGO] }, recSpecialPrices: [30, 60] },
      { specialRec: null, onSpecial: true },
    ],
    [
      'a sale that lowers the price of one size alone',
      { specialData: { saleSpecials: [SALE] }, recSpecialPrices: [30, 40] },
      { specialRec: '40.00', onSpecial: true },
    ],
    ['null within the special prices', { recSpecialPrices: [null, 40] }, { specialRec: '40.00' }],
    ['a special price of 0 is none', { recSpecialPrices: [0, 0] }, { specialRec: null, onSpecial: false }],
    ['offers of another form are none', { specialData: { saleSpecials: 'yes' } }, { onSpecial: false }],
  ])('%s', (_title, change, expected) => {
    expect(normalized(change)).toMatchObject(expected);
  });
});
