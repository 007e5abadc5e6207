import { UNKNOWN_UNIT, type Potency } from '../domain/product.ts';
import { noteFlaw, type Source } from './read-fields.ts';

/** The label of a share of the whole, and that of an amount. */
export const PERCENTAGE = 'PERCENTAGE';
export const MILLIGRAMS = 'MILLIGRAMS';

/** What the numbers under the label of a percentage are. */
export type PercentUnit = typeof PERCENTAGE | typeof MILLIGRAMS;

/** Numbers as a menu states them, smallest and largest or more, with the unit of their label. */
export interface StatedPotency {
  numbers: number[];
  unit: string;
}

/** No amount of a substance in a package is near this. */
const POTENCY_MAX = 1_000_000;

/** The potency that numbers state, without those that cannot be; null where none is left. */
export function toPotency(
  source: Source,
  key: string,
  { numbers, unit, percentUnit }: StatedPotency & { percentUnit: PercentUnit },
): Potency | null {
  const believable = numbers.filter(isBelievable);
  if (believable.length < numbers.length)
    noteFlaw(source, key, `expected numbers below ${POTENCY_MAX}, got ${largest(numbers)}`);
  if (believable.length === 0) return null;
  const high = largest(believable);
  return {
    low: believable.reduce((least, number) => Math.min(least, number), high),
    high,
    unit: toUnit(source, key, { unit, high, percentUnit }),
  };
}

/** The unit of a number. A share of more than the whole is none: its unit is not known, which is noted. */
export function toUnit(
  source: Source,
  key: string,
  { unit, high, percentUnit }: { unit: string; high: number; percentUnit: PercentUnit },
): string {
  if (unit !== PERCENTAGE) return unit;
  if (percentUnit !== PERCENTAGE || high <= 100) return percentUnit;
  noteFlaw(source, key, `expected a percentage up to 100, got ${high}: its unit is not known`);
  return UNKNOWN_UNIT;
}

/** The largest number that is labelled as a percentage; 0 where none is. */
export function highestPercentage(stated: readonly StatedPotency[]): number {
  const percentages = stated.flatMap(({ numbers, unit }) => (unit === PERCENTAGE ? numbers : []));
  return largest(percentages.filter(isBelievable));
}

/** Of numbers from 0; there may be too many for the arguments of a call. */
function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}

function isBelievable(number: number): boolean {
  return number < POTENCY_MAX;
}
