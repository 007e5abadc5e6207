import { expect } from 'vitest';
import type { NormalizedProduct } from '../../domain/product.ts';

const MONEY = /^\d+\.\d{2}$/;

/** Expects what must hold for every result of a normalizer: sound numbers and prices, and text that can be stored. */
export function expectSoundProduct(result: NormalizedProduct): void {
  expectStorable(result);
  if (!result.ok) {
    expect(result.reason).toMatch(/\S/);
    return;
  }
  const { product } = result;
  expect(product.providerProductId).toMatch(/[^]/);
  expect(product.providerProductId.length).toBeLessThanOrEqual(200);
  expect(product.name).toMatch(/\S/);
  const quantities = [product.quantity, ...product.options.map(({ quantity }) => quantity)];
  for (const quantity of quantities) {
    expect(Number.isInteger(quantity ?? 0)).toBe(true);
    expect(quantity ?? 0).toBeLessThanOrEqual(2_147_483_647);
  }
  const prices = [product, ...product.options.map((option) => priceFieldsOf(option))].flatMap((priced) => [
    priced.priceRec,
    priced.priceMed,
    priced.specialRec,
    priced.specialMed,
  ]);
  for (const price of prices) if (price !== null) expect(price).toMatch(MONEY);
  for (const potency of [product.thc, product.cbd])
    if (potency !== null) expect(potency.high).toBeGreaterThanOrEqual(potency.low);
}

function priceFieldsOf(option: {
  rec: string | null;
  med: string | null;
  specialRec: string | null;
  specialMed: string | null;
}) {
  return { ...option, priceRec: option.rec, priceMed: option.med };
}

function expectStorable(value: unknown): void {
  if (typeof value === 'string') {
    expect(value).not.toContain('\u0000');
    expect(value.isWellFormed()).toBe(true);
  } else if (typeof value === 'number') {
    expect(Number.isFinite(value)).toBe(true);
    expect(value).toBeGreaterThanOrEqual(0);
  } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(expectStorable);
  else expect(['boolean', 'object']).toContain(typeof value);
}
