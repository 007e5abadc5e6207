/** A legacy row, whatever its columns. */
export type LegacyRow = Readonly<Record<string, unknown>> & { readonly id: number };

/** Returns the first non-empty value of these columns, as trimmed text; null: there is none. */
export function textOf(row: LegacyRow, ...columns: string[]): string | null {
  for (const column of columns) {
    const value = row[column];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    if (text !== '') return text;
  }
  return null;
}

/** Returns the first value of these columns, as a number; null if it is not a number. Text may have a dollar sign and thousands separators. */
export function numberOf(row: LegacyRow, ...columns: string[]): number | null {
  const text =
    textOf(row, ...columns)
      ?.replace(/^\$ */, '')
      .replaceAll(/,(?=\d{3}(\D|$))/g, '') ?? '';
  const number = text === '' ? NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

/** Returns the first value of these columns, as the id of a row; null if it is not an id. */
export function idOf(row: LegacyRow, ...columns: string[]): number | null {
  const number = numberOf(row, ...columns);
  return number !== null && Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** The largest value of PostgreSQL's type integer. */
const INTEGER_MAX = 2_147_483_647;

/** Returns the first value of these columns, rounded to a whole number; null if it is negative or above the maximum of an integer. */
export function countOf(row: LegacyRow, ...columns: string[]): number | null {
  const number = numberOf(row, ...columns);
  return number === null || number < 0 || number > INTEGER_MAX ? null : Math.round(number);
}

const DOLLARS_MAX = 99_999_999.99;

/** Returns the first value of these columns, as a price in dollars, rounded to cents; null below one cent or above `DOLLARS_MAX`. */
export function priceOf(row: LegacyRow, ...columns: string[]): number | null {
  const number = numberOf(row, ...columns);
  const isPrice = number !== null && number >= 0.01 && number <= DOLLARS_MAX;
  return isPrice ? Math.round(number * 100) / 100 : null;
}

const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ...['true', 't', 'yes', '1'].map((word) => [word, true] as const),
  [false, false],
  [0, false],
  ...['false', 'f', 'no', '0'].map((word) => [word, false] as const),
]);

/** Returns the first value of these columns that is a boolean, or a number or text for one; null: there is none. */
export function flagOf(row: LegacyRow, ...columns: string[]): boolean | null {
  const value = columns.map((column) => FLAGS.get(row[column])).find((one) => one !== undefined);
  return value ?? null;
}

/** Returns the first value of these columns, as a time; null if it is not a time. Without a zone it is UTC, as on the servers. */
export function timeOf(row: LegacyRow, ...columns: string[]): string | null {
  const text = textOf(row, ...columns);
  if (text === null) return null;
  const time = /(Z|[+-]\d{2}(:?\d{2})?)$/.test(text) ? text : `${text}Z`;
  return Number.isNaN(Date.parse(time)) ? null : time;
}
