import { amountAt, describeValue, noteFlaw, recordAt, textAt, type Source } from '../read-fields.ts';

/** 100,000 dollars: far above any list price, so a larger amount is an error of the source. */
const PRICE_CENTS_MAX = 10_000_000;

/**
 * Reads the amount of cents at `key` and returns it as dollars with two decimals. Moves the decimal point in the text, because arithmetic
 * could round. A price of zero means no price: returns null and notes no flaw. Refuses fractions of a cent, other currencies, and texts
 * with a decimal point, which may be dollars.
 */
export function readCents(source: Source, key: string): string | null {
  const money = recordAt(source, key);
  const cents = money === null ? null : amountAt(money, 'amount');
  if (money === null || cents === null || cents === 0) return null;
  const { amount } = money.record;
  if (typeof amount === 'string' && amount.includes('.'))
    return noteFlaw(money, 'amount', `expected whole cents, got ${describeValue(amount)}`);
  if (!Number.isInteger(cents)) return noteFlaw(money, 'amount', `expected whole cents, got ${cents}`);
  if (cents > PRICE_CENTS_MAX)
    return noteFlaw(money, 'amount', `expected a price up to ${PRICE_CENTS_MAX} cents, got ${cents}`);
  const currency = textAt(money, 'currency') ?? 'USD';
  if (currency.toUpperCase() !== 'USD')
    return noteFlaw(money, 'currency', `expected USD, got ${describeValue(currency)}`);
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
