import { describe, expect, it } from 'vitest';
import { makeCapturedProduct } from '../../../../sandbox/world/captured-truth.ts';
import { tidyText } from '../../../../sandbox/world/product-truth.ts';

const plain = {
  _id: 'a1',
  Name: '  Velvet   Anvil ',
  type: 'Flower',
  subcategory: '',
  strainType: 'N/A',
  brand: { name: 'Loam  Reserve ' },
  Image: '',
  Status: 'Active',
  Options: ['1g', '1/8oz'],
  Prices: [10, 30],
  recPrices: [12, 33.5],
  medicalPrices: [],
  recSpecialPrices: [],
  medicalSpecialPrices: [],
  specialData: null,
  POSMetaData: null,
  manualInventory: null,
};

describe('the truth about a record', () => {
  it('has tidy text, and null where nothing is left', () => {
    const truth = makeCapturedProduct(plain);
    expect(truth).toMatchObject({
      name: 'Velvet Anvil',
      brand: 'Loam Reserve',
      subcategory: null,
      strainType: null,
      imageUrl: null,
    });
    expect(tidyText(' \t ')).toBeNull();
  });

  it('takes the smallest positive price of each menu', () => {
    expect(makeCapturedProduct({ ...plain, recPrices: [0, 33.5] })).toMatchObject({
      priceRec: 33.5,
      priceMed: null,
    });
  });

  it('has the prices of the cheapest option that is left, and where none is, of the cheapest of all', () => {
    const priced = { ...plain, recSpecialPrices: [9, 30], medicalPrices: [11, 28] };
    const stocked = (...quantities: number[]) => ({
      POSMetaData: {
        children: quantities.map((quantity, place) => ({ option: plain.Options[place], quantity })),
      },
    });
    const cheapest = { priceRec: 12, priceMed: 11, specialRec: 9, priceOption: '1g' };
    expect(makeCapturedProduct(priced)).toMatchObject(cheapest);
    expect(makeCapturedProduct({ ...priced, ...stocked(0, 3) })).toMatchObject({
      priceRec: 33.5,
      priceMed: 28,
      specialRec: 30,
      priceOption: '1/8oz',
    });
    expect(makeCapturedProduct({ ...priced, ...stocked(0, 0) })).toMatchObject(cheapest);
    expect(makeCapturedProduct({ ...priced, ...stocked(0, 3), Status: 'Inactive' })).toMatchObject(cheapest);
    expect(makeCapturedProduct({ ...priced, recPrices: [], ...stocked(0, 3) }).priceOption).toBe('1/8oz');
  });

  it('falls back to the base price only when the recreational list is absent, not when it is empty', () => {
    expect(makeCapturedProduct({ ...plain, recPrices: null }).priceRec).toBe(10);
    expect(makeCapturedProduct({ ...plain, recPrices: [] }).priceRec).toBeNull();
  });

  it('is on special by a special price or by an attached offer alone', () => {
    expect(makeCapturedProduct(plain).onSpecial).toBe(false);
    expect(makeCapturedProduct({ ...plain, recSpecialPrices: [null, 20] })).toMatchObject({
      onSpecial: true,
      specialRec: 20,
    });
    expect(
      makeCapturedProduct({ ...plain, specialData: { saleSpecials: null, bogoSpecials: [{}] } }),
    ).toMatchObject({ onSpecial: true, specialRec: null });
    expect(
      makeCapturedProduct({ ...plain, specialData: { saleSpecials: [], bogoSpecials: [] } }).onSpecial,
    ).toBe(false);
  });

  it('counts an unknown quantity as in stock, and nothing as in stock when inactive', () => {
    expect(makeCapturedProduct(plain).inStock).toBe(true);
    expect(makeCapturedProduct({ ...plain, Status: 'Inactive' }).inStock).toBe(false);
  });

  it('knows no special at or above the list price, and no sale that has none below', () => {
    const sale = { ...plain, specialData: { saleSpecials: [{}], bogoSpecials: null } };
    const [list] = plain.recPrices;
    expect(makeCapturedProduct({ ...sale, recSpecialPrices: [list] })).toMatchObject({
      onSpecial: false,
      specialRec: null,
    });
    expect(makeCapturedProduct({ ...sale, recSpecialPrices: [] }).onSpecial).toBe(true);
  });

  it('reads words of the status, stock of no option, text and parts of a gram as the normalizer does', () => {
    const inStock = (change: object) => makeCapturedProduct({ ...plain, ...change }).inStock;
    expect(inStock({ Status: 'active' })).toBe(true);
    expect(inStock({ Status: 'OutOfStock' })).toBe(false);
    const till = (...children: object[]) => ({ POSMetaData: { children } });
    expect(inStock(till({ option: '9g', quantityAvailable: 9 }))).toBe(false);
    const { options } = makeCapturedProduct({
      ...plain,
      ...till({ option: '1g', quantityAvailable: 0.5 }, { option: '1/8oz', quantityAvailable: '5' }),
    });
    expect(options.map(({ quantity }) => quantity)).toEqual([1, 5]);
  });

  it('matches quantities by option, prefers what is available, and falls back to the count by hand', () => {
    const children = [
      { option: '1/8oz', quantityAvailable: 0, quantity: 9 },
      { option: '1g', quantityAvailable: null, quantity: 25 },
    ];
    const atTill = makeCapturedProduct({ ...plain, POSMetaData: { children } }).options;
    expect(atTill.map(({ quantity, quantityCapped }) => [quantity, quantityCapped])).toEqual([
      [25, true],
      [0, false],
    ]);
    const byHand = makeCapturedProduct({
      ...plain,
      POSMetaData: { children: [] },
      manualInventory: [{ option: '1/8oz', inventory: 40 }],
    }).options;
    expect(byHand.map(({ quantity, quantityCapped }) => [quantity, quantityCapped])).toEqual([
      [null, false],
      [40, false],
    ]);
  });
});
