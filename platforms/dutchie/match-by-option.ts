import { parseOptionSize, type OptionSize } from '../../domain/option-size.ts';
import { tidy } from '../product-values.ts';
import type { Source } from '../read-fields.ts';
import { labelOf, NO_SIZE } from '../read-options.ts';

/** An option's label and the till's spelling of it. */
export interface OptionLabel {
  option: string;
  rawOption: string | null;
}

/** How much two weights in grams may differ, as a share: an ounce has 28 g in the trade, but 28.35 g in fact. */
const OUNCES_DIFFER_BY = 0.02;

/** A label prepared for comparison. */
interface Spelling {
  text: string;
  /** In lower case, with white space collapsed. */
  plain: string;
  size: OptionSize | null;
}

/** The spellings of an option: its label, then the till's. */
type Spellings = readonly Spelling[];

/** Ways to match an entry's label to an option when the texts are not equal; the most certain way first. */
const OTHER_WAYS: readonly ((label: Spelling, option: Spellings) => boolean)[] = [
  ({ text }, [, till]) => text === till?.text,
  ({ plain }, option) => option.some((spelling) => plain === spelling.plain),
  ({ size }, option) => option.some((spelling) => isSame(size, spelling.size, 0)),
  ({ size }, option) => option.some((spelling) => isSame(size, spelling.size, OUNCES_DIFFER_BY)),
];

/**
 * Finds the entry of each option by the option's label, not by position: there may be fewer entries than options, in another order.
 * Matches by equal text first, then by the till's spelling, by the same size spelled differently (`.5g`, `0.5g`), and by a size that
 * differs as the trade's ounce and a real one do (`1oz`, `28.35g`). Uses each entry at most once. If the only option has no size and
 * there is only one entry, they match.
 * @returns one entry, or null, for each option
 */
export function matchByOption(labels: readonly OptionLabel[], entries: readonly Source[]): (Source | null)[] {
  if (isOnlyOne(labels, entries)) return [...entries];
  const found: (Source | null)[] = labels.map(() => null);
  if (entries.length === 0) return found;
  const texts: (string | null)[] = entries.map(({ record }) => labelOf(record['option']));
  for (const [position, { option }] of labels.entries()) {
    const at = texts.indexOf(option);
    if (at === -1) continue;
    found[position] = entries[at] ?? null;
    texts[at] = null;
  }
  // Nearly all options are matched by now, so sizes are parsed only if some are left.
  if (!found.includes(null) || texts.every((text) => text === null)) return found;
  const options = labels.map(spellingsOf);
  const left = texts.map((text) => (text === null ? null : spell(text)));
  for (const isOf of OTHER_WAYS) {
    for (const [position, option] of options.entries()) {
      if (found[position] !== null) continue;
      const at = left.findIndex((label) => label !== null && isOf(label, option));
      if (at === -1) continue;
      found[position] = entries[at] ?? null;
      left[at] = null;
    }
  }
  return found;
}

/**
 * Creates a function that finds the option of a label in any spelling, by the most certain match.
 * @returns a function that returns the option's position, or null if the label matches no option
 */
export function optionFinder(labels: readonly OptionLabel[]): (text: string) => number | null {
  let options: Spellings[] | null = null;
  return (text) => {
    const same = labels.findIndex(({ option }) => option === text);
    if (same !== -1) return same;
    const label = spell(text);
    const known = (options ??= labels.map(spellingsOf));
    for (const isOf of OTHER_WAYS) {
      const position = known.findIndex((option) => isOf(label, option));
      if (position !== -1) return position;
    }
    return null;
  };
}

function isOnlyOne(labels: readonly OptionLabel[], entries: readonly Source[]): boolean {
  return labels.length === 1 && entries.length === 1 && labels[0]?.option === NO_SIZE;
}

function spellingsOf({ option, rawOption }: OptionLabel): Spellings {
  return rawOption === null ? [spell(option)] : [spell(option), spell(rawOption)];
}

function spell(text: string): Spelling {
  return { text, plain: tidy(text)?.toLowerCase() ?? '', size: parseOptionSize(text) };
}

function isSame(size: OptionSize | null, other: OptionSize | null, within: number): boolean {
  if (size === null || other?.unit !== size.unit) return false;
  const difference = Math.abs(size.amount - other.amount);
  return difference === 0 || (size.unit === 'g' && difference <= within * other.amount);
}
