import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizerOf } from '../../../../platforms/dutchie/normalize-product.ts';
import { expectStorable } from './expect-storable.ts';
import { makeRawProduct } from './make-raw-product.ts';

/** Normalizes a product as the only one of its menu. */
const normalizeProduct = (raw: unknown) => normalizerOf([raw])(raw);

const MONEY = /^\d+\.\d{2}$/;

/** Expects what must hold for every result, which is a product or the reason why it was skipped. */
function expectSound(raw: unknown): void {
  const result = normalizeProduct(raw);
  expectStorable(result);
  const json = JSON.stringify(result);
  expect(JSON.stringify(JSON.parse(json))).toBe(json);
  if (!result.ok) return;
  const { product } = result;
  expect(product.providerProductId).not.toBe('');
  expect(product.name).toMatch(/\S/);
  const listed = [product.priceRec, product.priceMed, product.specialRec, product.specialMed];
  for (const price of listed) {
    expect(price ?? '0.01').toMatch(MONEY);
    expect(Number(price ?? 1)).toBeGreaterThan(0);
  }
  for (const option of product.options) {
    for (const price of [option.rec, option.med, option.specialRec, option.specialMed])
      expect(price ?? '0.00').toMatch(MONEY);
    expectWholeQuantity(option.quantity);
  }
  expectWholeQuantity(product.quantity);
  expect(negativesIn(result)).toEqual([]);
  for (const time of [product.createdAt, product.updatedAt].filter((known) => known !== null))
    expect(new Date(time).toISOString()).toBe(time);
  for (const { size } of product.options) expect(size?.amount ?? 1).toBeGreaterThan(0);
  for (const special of product.specials) expect(special.meaning).toMatch(/\S/);
  for (const potency of [product.thc, product.cbd]) {
    if (potency === null) continue;
    expect(potency.low).toBeGreaterThanOrEqual(0);
    expect(potency.high).toBeGreaterThanOrEqual(potency.low);
  }
}

function negativesIn(value: unknown): number[] {
  if (typeof value === 'number') return value < 0 ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(negativesIn) : [];
}

function expectWholeQuantity(quantity: number | null): void {
  if (quantity === null) return;
  expect(Number.isInteger(quantity)).toBe(true);
  expect(quantity).toBeGreaterThanOrEqual(0);
  expect(quantity).toBeLessThanOrEqual(2_147_483_647);
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('\u0000', '\ud800', 'a\udc00b', '', ' ', '40.00', '-1', 'NaN', '1e400', '9'.repeat(400)),
);
const anyNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(Number.NaN, Infinity, -Infinity, -0, -1, 1e308, Number.MAX_SAFE_INTEGER, 0.004, 0.005),
);
const anyThing = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withSparseArray: true,
  withTypedArray: true,
  values: [fc.boolean(), anyNumber, anyText, fc.constant(null), fc.constant(undefined)],
});
const odd = fc.oneof(
  anyThing,
  anyText,
  anyNumber,
  fc.array(fc.oneof(anyNumber, anyText, fc.constant(null)), { maxLength: 4 }),
);

/** Paths of a product that the normalizer reads, at every depth. */
const PLACES = `
  _id id Name type subcategory strainType Status brandName brand brand.name Options Options.0
  Prices recPrices recPrices.0 medicalPrices medicalPrices.1 recSpecialPrices
  medicalSpecialPrices specialData specialData.saleSpecials POSMetaData POSMetaData.children
  POSMetaData.children.0 POSMetaData.children.0.option POSMetaData.children.1.quantity
  POSMetaData.children.1.quantityAvailable manualInventory THCContent THCContent.unit
  THCContent.range THCContent.range.0 CBDContent.range Image images images.0 images.0.url
  images.0.active brand.id brand.imageUrl brandLogo cName createdAt updatedAt medicalOnly rawOptions rawOptions.0
  optionsBelowThreshold cannabinoidsV2 cannabinoidsV2.0 cannabinoidsV2.0.value cannabinoidsV2.0.cannabinoid.name
  specialData.saleSpecials.0 specialData.saleSpecials.0.discount specialData.saleSpecials.0.percentDiscount
  specialData.saleSpecials.0.eligibleProductOptions specialData.saleSpecials.0.saleDiscounts
  specialData.bogoSpecials.0.bogoConditions.0 specialData.bogoSpecials.0.bogoConditions.0.totalQuantity.quantity
  specialData.bogoSpecials.0.bogoRewards.0.percentDiscount specialData.bogoSpecials.0.discountBundle.value
  specialData.bogoSpecials.0.endStamp specialData.bogoSpecials.0.qualifyingOptions specialIdsPerOption quantities
`
  .trim()
  .split(/\s+/);

function change(product: Record<string, unknown>, place: string, value: unknown): void {
  const steps = place.split('.');
  const last = steps.pop() as string;
  let target: unknown = product;
  for (const step of steps) target = (target as Record<string, unknown> | null)?.[step];
  // If an earlier change has put an odd value here that cannot have this key, `defineProperty` returns false and changes nothing. Only
  // for a typed array would it throw.
  if (typeof target === 'object' && target !== null && !ArrayBuffer.isView(target))
    Reflect.defineProperty(target, last, { value, writable: true, enumerable: true, configurable: true });
}

/** Returns a product with a value at every path that the normalizer reads. */
function makeFullProduct(): Record<string, unknown> {
  return makeRawProduct({
    images: [{ url: 'https://x.test/a', active: true }],
    cannabinoidsV2: [{ value: 20.5, unit: 'PERCENTAGE', cannabinoid: { name: 'THCA' } }],
    recSpecialPrices: [25, 50],
    specialData: {
      saleSpecials: [
        { specialId: 's', discount: 5, percentDiscount: true, eligibleProductOptions: ['1/8oz'] },
      ],
      bogoSpecials: [
        {
          specialId: 'b',
          bogoConditions: [
            { totalQuantity: { enabled: true, quantity: 2 }, totalSpend: { minimumSpend: 9 } },
          ],
          bogoRewards: [{ percentDiscount: '40.00' }],
          discountBundle: { value: '75', discountType: 'targetPrice' },
          endStamp: '1782889200000',
        },
      ],
    },
  });
}

test('any JSON gives a product or a reason, fit to be stored', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (raw) => {
      expectSound(raw);
      expect(normalizeProduct(raw)).toEqual(normalizeProduct(structuredClone(raw)));
    }),
    { numRuns: 500 },
  );
});

test('any value at all gives a product or a reason, fit to be stored', () => {
  fc.assert(
    fc.property(anyThing, (raw) => {
      expectSound(raw);
      expect(() => normalizeProduct({ id: raw, Name: raw, Options: raw, POSMetaData: raw })).not.toThrow();
    }),
    { numRuns: 500 },
  );
});

test('a product with odd values in a few of its places gives a product or a reason, fit to be stored', () => {
  const changes = fc.array(fc.tuple(fc.constantFrom(...PLACES), odd), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(changes, (list) => {
      const raw = structuredClone(makeFullProduct());
      for (const [place, value] of list) change(raw, place, value);
      expectSound(raw);
      expect(normalizeProduct(raw)).toHaveProperty('ok');
    }),
    { numRuns: 2000 },
  );
});

test('one odd field costs the field, never the product', () => {
  const needed = new Set(['_id', 'id', 'Name']);
  const optional = fc.constantFrom(...PLACES.filter((place) => !needed.has(place)));
  fc.assert(
    fc.property(optional, odd, (place, value) => {
      const raw = structuredClone(makeFullProduct());
      change(raw, place, value);
      expect(normalizeProduct(raw)).toMatchObject({
        ok: true,
        product: { name: 'Copper Canyon | Flower (S)' },
      });
    }),
    { numRuns: 1000 },
  );
});

test('the order of children does not matter', () => {
  const quantities = fc.array(fc.option(fc.integer({ min: 0, max: 25 })), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(quantities, fc.infiniteStream(fc.nat()), (given, shuffle) => {
      const Options = given.map((_, place) => `${place + 1}g`);
      const children = Options.map((option, place) => ({ option, quantityAvailable: given[place] }));
      const shuffled = children
        .map((child) => ({ child, key: shuffle.next().value as number }))
        .sort((one, other) => one.key - other.key)
        .map(({ child }) => child);
      const result = normalizeProduct(makeRawProduct({ Options, POSMetaData: { children: shuffled } }));
      expect(result).toMatchObject({
        ok: true,
        product: { options: given.map((quantity) => ({ quantity })) },
      });
    }),
  );
});
