import { describeValue, noteFlaw, textAt, type Source } from '../read-fields.ts';

/** The earliest and latest plausible times in a menu; any other time is an error of the source. */
const EARLIEST_MS = Date.UTC(2000, 0);
const LATEST_MS = Date.UTC(2100, 0);

const MILLISECONDS = /^\d{1,16}$/;

/** ISO 8601 in UTC, as the platform writes it; parsers differ on other date formats. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;

/** Reads a time given in epoch milliseconds, as text or number, and returns it in ISO 8601. */
export function timeOfMilliseconds(source: Source, key: string): string | null {
  const value = source.record[key];
  const text = typeof value === 'number' ? String(value) : textAt(source, key);
  if (text === null) return null;
  return toIso(source, key, MILLISECONDS.test(text) ? Number(text) : NaN);
}

/** Matches the stored format with a year of this century and a day that every month has: such a time needs no conversion. */
const KEPT = /^20\d{2}-(0[1-9]|1[0-2])-([01][1-9]|[12]0|2[1-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Reads a time given in ISO 8601, and returns it in the stored form of ISO 8601. */
export function timeOfIso(source: Source, key: string): string | null {
  const text = textAt(source, key);
  if (text === null || KEPT.test(text)) return text;
  return toIso(source, key, ISO.test(text) ? Date.parse(text) : NaN);
}

function toIso(source: Source, key: string, timeMs: number): string | null {
  if (timeMs >= EARLIEST_MS && timeMs < LATEST_MS) return new Date(timeMs).toISOString();
  return noteFlaw(source, key, `expected a time of this century, got ${describeValue(source.record[key])}`);
}
