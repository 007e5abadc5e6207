/** What one measurement found: figures with their units in their names, and ratios, which travel between machines. A figure may have parts. */
export interface Measurement {
  figures: Record<string, number | Record<string, number>>;
  ratios: Record<string, number>;
}

/** The middle of some numbers: one slow run on a shared machine does not move it. */
export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** A figure with so many digits after its point: what lies beyond them is noise. */
export function round(number: number, digits = 1): number {
  return Number(number.toFixed(digits));
}
