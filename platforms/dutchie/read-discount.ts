import type { Discount } from '../../domain/special.ts';
import { describeValue, noteFlaw, readAmount, textAt, type Source } from '../read-fields.ts';
import { readMoney } from '../read-money.ts';

/** The platform's words for the three kinds of discount. They are flags of a sale, fields of a reward, and values of `discountType`. */
const KINDS = { percentDiscount: 'percent', dollarDiscount: 'amount', targetPrice: 'price' } as const;

type Word = keyof typeof KINDS;

const WORDS = Object.keys(KINDS) as Word[];

/**
 * Reads the discount of a sale: one of three flags says whether `discount` is a percentage, dollars off, or the selling price. Without a
 * flag the kind is unknown; with several, the offer contradicts itself, which is noted. Both give null.
 */
export function readFlaggedDiscount(sale: Source): Discount | null {
  const set = WORDS.filter((word) => sale.record[word] === true);
  const [word] = set;
  if (word === undefined) return null;
  if (set.length > 1)
    return noteFlaw(sale, 'discount', `expected one meaning of the discount, got ${set.join(' and ')}`);
  return toDiscount(sale, 'discount', KINDS[word]);
}

/** Reads the discount of a bundle, a reward or a part of a sale: `discountType` says what the number beside it means. */
export function readTypedDiscount(source: Source): Discount | null {
  const type = textAt(source, 'discountType');
  if (type === null) return null;
  const word = WORDS.find((candidate) => candidate === type);
  const key = ['discountAmount', 'value', type].find(
    (candidate) => source.record[candidate] !== null && source.record[candidate] !== undefined,
  );
  if (key === undefined) return null;
  if (word === undefined)
    return noteFlaw(
      source,
      'discountType',
      `expected one of ${WORDS.join(', ')}, got ${describeValue(type)}`,
    );
  return toDiscount(source, key, KINDS[word]);
}

/** Reads the discount of a reward without a type: the name of the field that has a number, possibly as text, is the type. */
export function readDiscount(reward: Source): Discount | null {
  const word = WORDS.find((candidate) => ['number', 'string'].includes(typeof reward.record[candidate]));
  return word === undefined ? null : toDiscount(reward, word, KINDS[word]);
}

function toDiscount(source: Source, key: string, kind: Discount['kind']): Discount | null {
  const value = source.record[key];
  if (kind === 'percent') {
    const percent = readAmount(source, key, value);
    if (percent === null) return null;
    if (percent > 100) return noteFlaw(source, key, `expected a percentage up to 100, got ${percent}`);
    return { kind, percent };
  }
  const dollars = readMoney(source, key, value);
  return dollars === null ? null : { kind, dollars };
}
