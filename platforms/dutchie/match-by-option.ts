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

type IsSame = (label: string, of: Label) => boolean;

/**
 * How an entry's label says which option it is of, the surest first: the option's text, the till's spelling of it, the
 * same size spelled otherwise (`.5g`, `0.5g`), and a size that differs as trade and real ounces do (`1oz`, `28.35g`).
 */
const WAYS: readonly IsSame[] = [
  (label, { option }) => label === option,
  (label, { rawOption }) => label === rawOption,
  (label, of) => isSizeOf(label, of, 0),
  (label, of) => isSizeOf(label, of, OUNCES_DIFFER_BY),
];

/** The trade's ounce has 28 grams, a real one 28.35. */
const OUNCES_DIFFER_BY = 0.02;

/**
 * Finds the entry of each option by the option's label and not by its place: entries may be fewer than the options and
 * in another order. No entry is given away twice, and none to an option that has a surer one.
 * @returns one entry, or null, for each option
 */
export function matchByOption(labels: readonly Label[], entries: readonly Source[]): (Source | null)[] {
  const found: (Source | null)[] = labels.map(() => null);
  if (entries.length === 0) return found;
  const left: (string | null)[] = entries.map(({ record }) => labelOf(record['option']));
  for (const isSame of WAYS) {
    if (!found.includes(null) || left.every((label) => label === null)) break;
    for (const [position, of] of labels.entries()) {
      if (found[position] !== null) continue;
      const at = left.findIndex((label) => label !== null && isSame(label, of));
      if (at === -1) continue;
      found[position] = entries[at] ?? null;
      left[at] = null;
    }
  }
  return found;
}

/** The entries whose label is there and is none of the options', in any spelling. */
export function findStrays(labels: readonly Label[], entries: readonly Source[]): Source[] {
  return entries.filter(({ record: { option: value } }) => {
    const label = labelOf(value);
    if (label === null) return !['string', 'undefined'].includes(typeof value) && value !== null;
    return !labels.some((of) => WAYS.some((isSame) => isSame(label, of)));
  });
}

/** @param within the share by which grams may differ */
function isSizeOf(label: string, { option, rawOption }: Label, within: number): boolean {
  const size = parseOptionSize(label);
  if (size === null) return false;
  return [option, rawOption].some((spelling) => {
    const other = parseOptionSize(spelling);
    if (other?.unit !== size.unit) return false;
    const difference = Math.abs(size.amount - other.amount);
    return difference === 0 || (size.unit === 'g' && difference <= within * other.amount);
  });
}
