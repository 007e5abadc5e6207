import { parseOptionSize, type OptionSize } from '../domain/option-size.ts';
import type { Potency } from '../domain/product.ts';
import {
  highestPercentage,
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
 * The share of edibles with 100 or more percent from which the menu's percentages count as milligrams. With a smaller share, a percentage
 * above 100 is a mistake of the store.
 */
const HIGH_SHARE_MIN = 0.1;

/** Whether a product labels milligrams as milligrams, so that its percentages are real. */
export function labelsMilligrams(stated: readonly StatedPotency[]): boolean {
  return stated.some(({ unit }) => unit === MILLIGRAMS);
}

/**
 * Finds the real unit of the percentages of a menu's edibles. Many menus label milligrams as a percentage: one edible above 100 proves
 * this for all, unless very few among many are that high. Edibles that label milligrams correctly do not count.
 * @param edibles the stated THC and CBD of each edible of the menu
 */
export function percentUnitOfEdibles(edibles: Iterable<readonly StatedPotency[]>): PercentUnit {
  let [labelled, high, above] = [0, 0, 0];
  for (const stated of edibles) {
    const most = labelsMilligrams(stated) ? 0 : highestPercentage(stated);
    if (most === 0) continue;
    labelled += 1;
    if (most >= 100) high += 1;
    if (most > 100) above += 1;
  }
  return above > 0 && high >= labelled * HIGH_SHARE_MIN ? MILLIGRAMS : PERCENTAGE;
}

const MILLIGRAMS_IN_NAME = /\d\s*mg\b/i;

/** Whether the label `1g` of a product is not its weight: menus put it on edibles that are sold by the milligrams of their substance. */
export function isSoldByMilligrams(
  category: unknown,
  { name, potencies }: { name: string; potencies: (Potency | null)[] },
): boolean {
  if (!isEdible(category)) return false;
  return (
    potencies.some((potency) => potency?.unit === MILLIGRAMS && potency.high > 0) ||
    MILLIGRAMS_IN_NAME.test(name)
  );
}

/** Reads the size from an option's label, else from the till's spelling of the label; null if neither has one. */
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
