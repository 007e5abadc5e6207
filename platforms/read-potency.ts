import { UNKNOWN_UNIT, type Potency } from '../domain/product.ts';
import { noteFlaw, type Source } from './read-fields.ts';

/** The units of a share and of an amount. */
export const PERCENTAGE = 'PERCENTAGE';
export const MILLIGRAMS = 'MILLIGRAMS';

/** The real unit of numbers that the menu labels as a percentage. */
export type PercentUnit = typeof PERCENTAGE | typeof MILLIGRAMS;

/** The numbers that a menu states, usually the smallest and the largest, with the unit of their label. */
export interface StatedPotency {
  numbers: number[];
  unit: string;
}

/** More milligrams or percent than any package has of a substance. */
const POTENCY_MAX = 1_000_000;

/** Returns the potency that the numbers state, without impossible numbers; null if none remains. */
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

/** Returns the real unit of a number. A percentage above 100 is impossible: its unit is unknown, which is noted. */
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

/** Returns the largest number that is labelled as a percentage; 0 if there is none. */
export function highestPercentage(stated: readonly StatedPotency[]): number {
  const percentages = stated.flatMap(({ numbers, unit }) => (unit === PERCENTAGE ? numbers : []));
  return largest(percentages.filter(isBelievable));
}

/** Returns the largest of non-negative numbers; 0 if there are none. There may be too many for the arguments of Math.max. */
function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}

function isBelievable(number: number): boolean {
  return number < POTENCY_MAX;
}
