/** What some rounds measured: their median, and the two values between which the middle half of them lies. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** What one measurement found: figures with their units in their names, and ratios, which travel between machines. */
export interface Measurement {
  figures: Record<string, number | Spread>;
  ratios: Record<string, number | Spread>;
  /** By the name of a ratio: what one side does that the other leaves out. Printed beside it. */
  notes?: Record<string, string>;
}

/** Several measurements as one. */
export function joinMeasurements(parts: Measurement[]): Measurement {
  return {
    figures: Object.assign({}, ...parts.map(({ figures }) => figures)) as Measurement['figures'],
    ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)) as Measurement['ratios'],
    notes: Object.assign({}, ...parts.map(({ notes }) => notes)) as Record<string, string>,
  };
}

/** The median of some rounds and their spread, rounded. */
export function spreadOf(numbers: number[], digits = 1): Spread {
  return {
    median: round(median(numbers), digits),
    low: round(quantile(numbers, 0.25), digits),
    high: round(quantile(numbers, 0.75), digits),
  };
}

/** The middle of some numbers: one slow run on a shared machine does not move it. */
export function median(numbers: number[]): number {
  return quantile(numbers, 0.5);
}

/** The value below which this share of some numbers lies, interpolated between neighbors; NaN of none. */
export function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)] ?? NaN, sorted[Math.ceil(at)] ?? NaN];
  return below + (above - below) * (at - Math.floor(at));
}

/** A figure with so many digits after its point: what lies beyond them is noise. */
export function round(number: number, digits = 1): number {
  return Number(number.toFixed(digits));
}
