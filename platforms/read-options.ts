import type { CanonicalOption } from '../domain/product.ts';
import { storable } from '../domain/storable-text.ts';
import { toQuantity } from './product-values.ts';
import { describeValue, type Source } from './read-fields.ts';

/** The most options of a product. Products come in a handful of sizes; thousands are an error of the source. */
const OPTIONS_MAX = 200;

/** The label of the option of a product without sizes. */
export const NO_SIZE = 'N/A';

/**
 * Reads an option's label, or `NO_SIZE` if there is none. Drops an option whose label is neither text nor a number, and options beyond
 * `OPTIONS_MAX`.
 * @returns null when the option is dropped, which is noted at `key`
 */
export function readLabel(
  source: Source,
  key: string,
  { value, place }: { value: unknown; place: number },
): string | null {
  const skip = (reason: string): null => {
    source.flaws.push({ cost: 'option', place: source.place + key, reason });
    return null;
  };
  if (place >= OPTIONS_MAX) return skip(`expected at most ${OPTIONS_MAX} options`);
  if (!isLabel(value)) return skip(`expected the option's label as text, got ${describeValue(value)}`);
  return labelOf(value) ?? NO_SIZE;
}

/** Whether a value can be a label, or means that the option has none. */
export function isLabel(value: unknown): value is string | number | null | undefined {
  return value === null || ['string', 'number', 'undefined'].includes(typeof value);
}

/** Returns a label as trimmed text, even if it was sent as a number; null if there is none. */
export function labelOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' ? storable(text).trim() || null : null;
}

/** Whether an option with this quantity is in stock, as far as is known. */
export function hasStock({ quantity }: Pick<CanonicalOption, 'quantity'>): boolean {
  return quantity === null || quantity > 0;
}

/** Returns the sum over the options that report a quantity; null when no option does. */
export function sumOfQuantities(options: readonly CanonicalOption[]): number | null {
  const known = options.map(({ quantity }) => quantity).filter((quantity) => quantity !== null);
  return known.length === 0 ? null : toQuantity(known.reduce((sum, quantity) => sum + quantity));
}
