import type { OptionSize } from '../domain/option-size.ts';
import { toQuantity } from './product-values.ts';
import { numberAt, type Source } from './read-fields.ts';

/**
 * Reads how many of an option are left, as an integer of at least 0: tills report negative numbers when they have sold more than they
 * knew of. For options sold by weight, less than one unit counts as 1, because it can still be bought.
 */
export function readQuantity(source: Source, key: string, size: OptionSize | null): number | null {
  const left = numberAt(source, key);
  return left !== null && left > 0 && left < 1 && size?.unit === 'g' ? 1 : toQuantity(left);
}
