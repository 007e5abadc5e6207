import { amountAt, describeValue, noteFlaw, recordAt, textAt, type Source } from '../read-fields.ts';

/** No list price is near this, which is 100,000 dollars; above it an amount is an error of the source. */
const PRICE_CENTS_MAX = 10_000_000;

/**
 * The amount of cents at `key` as dollars with two decimals, by moving the point in the text: no arithmetic can round
 * them. A price of nothing is none and no flaw; one in parts of a cent or in another currency is refused, and so is a
 * text with a point, which may be dollars.
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
