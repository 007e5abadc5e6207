import { formatSpread, widthOf, type MeasurementJson } from './print-measurement.ts';
import { median, quantile, round, spreadOf, type Spread } from './measurement.ts';

/** One measurement as a run of either side printed it. Older commits have nested figures and no spreads. */
export interface PrintedMeasurement {
  figures: Record<string, number | Record<string, number>>;
  ratios: MeasurementJson['ratios'];
}

/** Both sides of a comparison, measured in direct succession. */
export interface Pair {
  before: PrintedMeasurement;
  after: PrintedMeasurement;
}

/** How one figure differs. */
interface Difference {
  label: string;
  before: number;
  after: number;
  /** After divided by before. */
  ratio: Spread;
  /** Null when there are too few pairs. */
  verdict: 'fell' | 'rose' | 'same' | null;
}

export interface Comparison {
  differences: Difference[];
  /** Figures that only one side measures. */
  onlyBefore: string[];
  onlyAfter: string[];
}

/** A change by less than this share is not reported, even if all pairs agree. */
const CHANGE_MIN = 0.05;

/** The fewest pairs for a verdict: with fewer, a single pair at a busy moment would decide. */
const PAIRS_MIN = 5;

/** Compares the figures and ratios that both sides have in every pair. */
export function comparePairs(pairs: Pair[]): Comparison {
  const before = pairs.map((pair) => valuesOf(pair.before));
  const after = pairs.map((pair) => valuesOf(pair.after));
  const labels = { before: labelsOfAll(before), after: labelsOfAll(after) };
  const differences = labels.after
    .filter((label) => labels.before.includes(label))
    .map((label) =>
      differenceOf(
        label,
        before.map((values) => values.get(label) ?? NaN),
        after.map((values) => values.get(label) ?? NaN),
      ),
    );
  return {
    differences,
    onlyBefore: labels.before.filter((label) => !labels.after.includes(label)),
    onlyAfter: labels.after.filter((label) => !labels.before.includes(label)),
  };
}

function valuesOf({ figures, ratios }: PrintedMeasurement): Map<string, number> {
  const values = Object.entries({ ...figures, ...ratios }).flatMap(([label, value]) =>
    typeof value === 'number'
      ? [[label, value] as const]
      : Object.entries(value).map(([part, number]) => [`${label} ${part}`, number] as const),
  );
  return new Map(values);
}

function labelsOfAll(measurements: Map<string, number>[]): string[] {
  const [first = new Map<string, number>(), ...rest] = measurements;
  return [...first.keys()].filter((label) => rest.every((values) => values.has(label)));
}

function differenceOf(label: string, before: number[], after: number[]): Difference {
  const ratios = after.map((value, pair) => (value === before[pair] ? 1 : value / (before[pair] ?? NaN)));
  return {
    label,
    before: round(median(before), 2),
    after: round(median(after), 2),
    ratio: spreadOf(ratios, 3),
    verdict: verdictOf(ratios),
  };
}

/** Whether a figure changed: even the quartile of the ratios that is nearer to 1 must be more than 5 % away from 1. */
function verdictOf(ratios: number[]): Difference['verdict'] {
  if (ratios.length < PAIRS_MIN) return null;
  if (quantile(ratios, 0.75) < 1 - CHANGE_MIN) return 'fell';
  return quantile(ratios, 0.25) > 1 + CHANGE_MIN ? 'rose' : 'same';
}

/** Formats a comparison for people. */
export function comparisonLines({ differences, onlyBefore, onlyAfter }: Comparison): string[] {
  const width = widthOf(differences.map(({ label }) => label));
  return [
    `  ${'figure'.padEnd(width)}${'before'.padStart(12)}${'after'.padStart(12)}  after / before`,
    ...differences.map(({ label, before, after, ratio, verdict }) => {
      const said =
        verdict === 'same' || verdict === null ? '' : `  ${verdict} by more than 5 % beyond the spread`;
      const numbers = `${String(before).padStart(12)}${String(after).padStart(12)}`;
      return `  ${label.padEnd(width)}${numbers}  ${formatSpread(ratio)}${said}`;
    }),
    ...(differences.some(({ verdict }) => verdict === null)
      ? [`  fewer than ${PAIRS_MIN} pairs: no verdict`]
      : []),
    ...onlyOn('before', onlyBefore),
    ...onlyOn('after', onlyAfter),
  ];
}

function onlyOn(side: string, labels: string[]): string[] {
  return labels.length === 0 ? [] : [`  only ${side}: ${labels.join('; ')}`];
}
