import { parseOptionSize, type OptionSize } from '../domain/option-size.ts';
import type { Potency } from '../domain/product.ts';
import {
  exceedsPercentage,
  MILLIGRAMS,
  PERCENTAGE,
  type PercentUnit,
  type StatedPotency,
} from './read-potency.ts';

const EDIBLE = /^\s*edibles?\s*$/i;

/** Whether a category is that of edibles. */
export function isEdible(category: unknown): boolean {
  return typeof category === 'string' && EDIBLE.test(category);
}

/**
 * What percentages of the edibles of a menu are. Many menus label milligrams as a percentage; one edible above 100
 * shows it of all of them, the weak ones too.
 * @param edibles what each edible of the menu states of its substances
 */
export function percentUnitOfEdibles(edibles: Iterable<readonly StatedPotency[]>): PercentUnit {
  for (const stated of edibles) if (stated.some(exceedsPercentage)) return MILLIGRAMS;
  return PERCENTAGE;
}

const MILLIGRAMS_IN_NAME = /\d\s*mg\b/i;

/**
 * Whether the label `1g` says nothing of a product's weight: menus put it on edibles that are sold by the milligrams of
 * their substance.
 */
export function isSoldByMilligrams(
  category: unknown,
  { name, potencies }: { name: string; potencies: (Potency | null)[] },
): boolean {
  if (!isEdible(category)) return false;
  return potencies.some((potency) => potency?.unit === MILLIGRAMS) || MILLIGRAMS_IN_NAME.test(name);
}

/** The size that an option's label says, else the till's spelling of it. */
export function readSize(
  labels: { option: string | null; rawOption: string | null },
  soldByMilligrams: boolean,
): OptionSize | null {
  for (const label of [labels.option, labels.rawOption]) {
    const size = parseOptionSize(label);
    const isPlaceholder = soldByMilligrams && size?.unit === 'g' && size.amount === 1;
    if (size !== null && !isPlaceholder) return size;
  }
  return null;
}
