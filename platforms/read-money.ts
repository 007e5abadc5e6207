import { noteFlaw, readAmount, type Source } from './read-fields.ts';

/** No list price is near this; above it a number is an error of the source. */
const PRICE_MAX = 100_000;

/** Half a cent: what is less is no money when it is rounded. */
const PRICE_MIN = 0.005;

/**
 * An amount of dollars as text with two decimals. A price of nothing is no price: it stands where a point of sale has
 * none, so it is null and no flaw.
 */
export function readMoney(source: Source, key: string, value: unknown): string | null {
  const amount = readAmount(source, key, value);
  if (amount === null || amount < PRICE_MIN) return null;
  if (amount > PRICE_MAX) return noteFlaw(source, key, `expected a price up to ${PRICE_MAX}, got ${amount}`);
  return amount.toFixed(2);
}

/** A special price, where it is below the list price; one that is not is no special, and noted. */
export function readSpecial(
  source: Source,
  key: string,
  { special, list }: { special: string | null; list: string | null },
): string | null {
  if (special === null || list === null || Number(special) < Number(list)) return special;
  return noteFlaw(source, key, `expected a special price below the list price ${list}, got ${special}`);
}
