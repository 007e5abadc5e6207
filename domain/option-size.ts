/** What one option weighs or measures, as its label says: grams, milligrams or milliliters. */
export interface OptionSize {
  amount: number;
  unit: 'g' | 'mg' | 'ml';
}

/**
 * Units as labels spell them. The trade's ounce has 28 grams, so that an eighth is 3.5; a fluid ounce has 29.5735
 * milliliters. Milligrams stay milligrams, because on edibles they are of the active substance and no weight.
 */
const UNITS = new Map<string, [unit: OptionSize['unit'], factor: number]>([
  ['g', ['g', 1]],
  // An old spelling of concentrates.
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

/** Longer labels are no sizes, and cost time to look at. */
const LABEL_LENGTH_MAX = 40;

/** Above it, and at nothing, a number on a label is no size. In the unit of the result. */
const AMOUNT_MAX = 1_000_000;

/** The size that a label such as `.5g`, `1/8oz`, `28.3g`, `100mg` or `1gC` says; null for `N/A` and all that is no size. */
export function parseOptionSize(label: string | null): OptionSize | null {
  if (label === null || label.length > LABEL_LENGTH_MAX) return null;
  const found = LABEL.exec(label.trim());
  if (found === null) return null;
  const [, number = '', divisor = '1', word = ''] = found;
  const unit = UNITS.get(word.toLowerCase().replaceAll('.', '').replaceAll(/\s+/g, ' ').trim());
  if (unit === undefined) return null;
  // Four decimals: no till weighs finer, and binary fractions stay out of sight.
  const amount = Math.round((Number(number) / Number(divisor)) * unit[1] * 10_000) / 10_000;
  return amount > 0 && amount <= AMOUNT_MAX ? { amount, unit: unit[0] } : null;
}
