import { parseOptionSize } from '../../domain/option-size.ts';
import type { CanonicalOption } from '../../domain/product.ts';
import { storable } from '../../domain/storable-text.ts';
import type { Source } from './read-fields.ts';

/** What is known of an option's stock. */
export type Stock = Pick<
  CanonicalOption,
  'quantity' | 'quantityCapped' | 'quantityTotal' | 'quantityKiosk' | 'posId' | 'packageId'
>;

/**
 * Finds the entry of each option by the option's text and not by its place: entries may be fewer than the options and
 * in another order. Where the text differs, the till's spelling of the option or the same size spelled otherwise
 * (`.5g`, `0.5g`) will do, when no other option has that entry by its text. No entry is given away twice.
 * @returns one entry, or null, for each option
 */
export function matchByOption(
  labels: readonly { option: string; rawOption: string | null }[],
  entries: readonly Source[],
): (Source | null)[] {
  const found: (Source | null)[] = labels.map(() => null);
  if (entries.length === 0) return found;
  const left: (string | null)[] = entries.map(labelOf);
  const take = (isSame: (label: string, of: (typeof labels)[number]) => boolean): void => {
    for (const [position, of] of labels.entries()) {
      if (found[position] !== null) continue;
      const at = left.findIndex((label) => label !== null && isSame(label, of));
      if (at === -1) continue;
      found[position] = entries[at] ?? null;
      left[at] = null;
    }
  };
  take((label, { option }) => label === option);
  if (found.includes(null) && left.some((label) => label !== null)) {
    take((label, { rawOption }) => label === rawOption);
    take((label, { option }) => isSameSize(label, option));
  }
  return found;
}

function labelOf({ record }: Source): string | null {
  const label = record['option'];
  return typeof label === 'string' ? storable(label).trim() : null;
}

function isSameSize(one: string, other: string): boolean {
  const [size, otherSize] = [parseOptionSize(one), parseOptionSize(other)];
  return size !== null && size.amount === otherSize?.amount && size.unit === otherSize.unit;
}
