import { parseOptionSize } from '../../domain/option-size.ts';
import type { CanonicalOption } from '../../domain/product.ts';
import type { Source } from '../read-fields.ts';
import { labelOf } from '../read-options.ts';

/** What is known of an option's stock. */
export type Stock = Pick<
  CanonicalOption,
  'quantity' | 'quantityCapped' | 'quantityTotal' | 'quantityKiosk' | 'posId' | 'packageId'
>;

/** An option's label, and the till's spelling of it. */
interface Label {
  option: string;
  rawOption: string | null;
}

/**
 * Finds the entry of each option by the option's text and not by its place: entries may be fewer than the options and
 * in another order. Where the text differs, the till's spelling of the option or the same size spelled otherwise
 * (`.5g`, `0.5g`) will do, when no other option has that entry by its text. No entry is given away twice.
 * @returns one entry, or null, for each option
 */
export function matchByOption(labels: readonly Label[], entries: readonly Source[]): (Source | null)[] {
  const found: (Source | null)[] = labels.map(() => null);
  if (entries.length === 0) return found;
  const left: (string | null)[] = entries.map(({ record }) => labelOf(record['option']));
  const take = (isSame: (label: string, of: Label) => boolean): void => {
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

/** The entries whose label is there and is none of the options', in any spelling. */
export function findStrays(labels: readonly Label[], entries: readonly Source[]): Source[] {
  return entries.filter(({ record: { option: value } }) => {
    const label = labelOf(value);
    if (label === null) return !['string', 'undefined'].includes(typeof value) && value !== null;
    return !labels.some(
      ({ option, rawOption }) => label === option || label === rawOption || isSameSize(label, option),
    );
  });
}

function isSameSize(one: string, other: string): boolean {
  const [size, otherSize] = [parseOptionSize(one), parseOptionSize(other)];
  return size !== null && size.amount === otherSize?.amount && size.unit === otherSize.unit;
}
