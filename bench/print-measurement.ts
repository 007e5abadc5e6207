import type { Measurement, Spread } from './measurement.ts';

/** Formats a measurement for people: each figure with its spread, each ratio with its note. */
export function measurementLines({ figures, ratios, notes = {} }: Measurement): string[] {
  const values = { ...figures, ...ratios };
  const width = widthOf(Object.keys(values));
  return Object.entries(values).flatMap(([label, value]) => {
    const note = notes[label];
    return [
      `  ${label.padEnd(width)}${formatValue(value)}`,
      ...(note === undefined ? [] : [`      ${note}`]),
    ];
  });
}

/** Returns the width of a column of labels, including the space after it. */
export function widthOf(labels: string[]): number {
  return Math.max(0, ...labels.map(({ length }) => length)) + 2;
}

function formatValue(value: number | Spread): string {
  return typeof value === 'number' ? String(value) : formatSpread(value);
}

/** Formats a median with its quartiles. */
export function formatSpread({ median, low, high }: Spread): string {
  return `${median} (${low} to ${high})`;
}

/** A measurement as plain numbers, with the spreads beside them. */
export interface MeasurementJson {
  figures: Record<string, number>;
  ratios: Record<string, number>;
  spreads: Record<string, [low: number, high: number]>;
}

/** Converts a measurement to the form that `--json` prints. */
export function toJson({ figures, ratios }: Measurement): MeasurementJson {
  const spreads = Object.entries({ ...figures, ...ratios }).flatMap(([label, value]) =>
    typeof value === 'number' ? [] : [[label, [value.low, value.high]] as const],
  );
  return {
    figures: numbersOf(figures),
    ratios: numbersOf(ratios),
    spreads: Object.fromEntries(spreads) as MeasurementJson['spreads'],
  };
}

function numbersOf(values: Record<string, number | Spread>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).map(([label, value]) => [label, typeof value === 'number' ? value : value.median]),
  );
}
