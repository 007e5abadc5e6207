/** The weight or volume of an option according to its label: grams, milligrams or milliliters. */
export interface OptionSize {
  amount: number;
  unit: 'g' | 'mg' | 'ml';
}

/**
 * Units as labels spell them. The trade's ounce has 28 grams, so that an eighth is 3.5; a fluid ounce has 29.5735 milliliters.
 * Milligrams stay milligrams, because on edibles they state the active substance, not the weight.
 */
const UNITS = new Map<string, [unit: OptionSize['unit'], factor: number]>([
  ['g', ['g', 1]],
  // An old spelling used for concentrates.
  ['gc', ['g', 1]],
  ['gr', ['g', 1]],
  ['gram', ['g', 1]],
  ['grams', ['g', 1]],
  ['kg', ['g', 1000]],
  ['oz', ['g', 28]],
  ['ounce', ['g', 28]],
  ['ounces', ['g', 28]],
  ['mg', ['mg', 1]],
  ['ml', ['ml', 1]],
  ['l', ['ml', 1000]],
  ['fl oz', ['ml', 29.5735]],
]);

const LABEL = /^(\d*\.?\d+)(?:\/(\d+))?\s*([a-z][a-z. ]*)$/i;

/** Longer labels are not sizes, and cost time to parse. */
const LABEL_LENGTH_MAX = 40;

/** The largest size, in the unit of the result. Larger numbers, and zero, are not sizes. */
const AMOUNT_MAX = 1_000_000;

/** Parses the size in a label such as `.5g`, `1/8oz`, `28.3g`, `100mg` or `1gC`; null for `N/A` and everything else. */
export function parseOptionSize(label: string | null): OptionSize | null {
  if (label === null || label.length > LABEL_LENGTH_MAX) return null;
  const found = LABEL.exec(label.trim());
  if (found === null) return null;
  const [, number = '', divisor = '1', word = ''] = found;
  const unit = UNITS.get(word.toLowerCase().replaceAll('.', '').replaceAll(/\s+/g, ' ').trim());
  if (unit === undefined) return null;
  // Four decimals are finer than any till weighs, and hide binary fractions.
  const amount = Math.round((Number(number) / Number(divisor)) * unit[1] * 10_000) / 10_000;
  return amount > 0 && amount <= AMOUNT_MAX ? { amount, unit: unit[0] } : null;
}
