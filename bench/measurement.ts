/** The result of some rounds: their median and quartiles. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** The result of one measurement: figures with units in their names, and ratios, which are comparable between machines. */
export interface Measurement {
  figures: Record<string, number | Spread>;
  ratios: Record<string, number | Spread>;
  /** By ratio: what one side does that the other leaves out. Printed beside it. */
  notes?: Record<string, string>;
}

/** Joins several measurements. */
export function joinMeasurements(parts: Measurement[]): Measurement {
  return {
    figures: Object.assign({}, ...parts.map(({ figures }) => figures)) as Measurement['figures'],
    ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)) as Measurement['ratios'],
    notes: Object.assign({}, ...parts.map(({ notes }) => notes)) as Record<string, string>,
  };
}

/** Returns the median and the quartiles of some rounds, rounded. */
export function spreadOf(numbers: number[], digits = 1): Spread {
  return {
    median: round(median(numbers), digits),
    low: round(quantile(numbers, 0.25), digits),
    high: round(quantile(numbers, 0.75), digits),
  };
}

/** Returns the median, which one slow run on a shared machine does not change. */
export function median(numbers: number[]): number {
  return quantile(numbers, 0.5);
}

/** Returns the quantile at a share from 0 to 1, interpolated between neighbours; NaN without numbers. */
export function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)] ?? NaN, sorted[Math.ceil(at)] ?? NaN];
  return below + (above - below) * (at - Math.floor(at));
}

/** Rounds a figure to this many digits: the rest is noise. */
export function round(number: number, digits = 1): number {
  return Number(number.toFixed(digits));
}
