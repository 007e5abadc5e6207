import { noteFlaw, readAmount, type Source } from './read-fields.ts';

/** In dollars, far above any list price; a higher price is an error of the source. */
const PRICE_MAX = 100_000;

/** Half a cent; anything less is zero when rounded. */
const PRICE_MIN = 0.005;

/**
 * Reads an amount of dollars and returns it as text with two decimals. A price of zero is null and not a flaw, because points of sale
 * write zero for no price.
 */
export function readMoney(source: Source, key: string, value: unknown): string | null {
  const amount = readAmount(source, key, value);
  if (amount === null || amount < PRICE_MIN) return null;
  if (amount > PRICE_MAX) return noteFlaw(source, key, `expected a price up to ${PRICE_MAX}, got ${amount}`);
  return amount.toFixed(2);
}

/** Returns a special price that is below the list price. Any other special price is noted and dropped. */
export function readSpecial(
  source: Source,
  key: string,
  { special, list }: { special: string | null; list: string | null },
): string | null {
  if (special === null || list === null || Number(special) < Number(list)) return special;
  return noteFlaw(source, key, `expected a special price below the list price ${list}, got ${special}`);
}
