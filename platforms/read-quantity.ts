import type { OptionSize } from '../domain/option-size.ts';
import { toQuantity } from './product-values.ts';
import { numberAt, type Source } from './read-fields.ts';

/**
 * How many of an option are left, as a whole number from 0; tills go below zero when they have sold more than they knew
 * of. What is sold by weight may have less than one unit left: half a gram counts as 1, because it can be had.
 */
export function readQuantity(source: Source, key: string, size: OptionSize | null): number | null {
  const left = numberAt(source, key);
  return left !== null && left > 0 && left < 1 && size?.unit === 'g' ? 1 : toQuantity(left);
}
