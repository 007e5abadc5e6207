/** A row of the system before, whatever columns it has. */
export type LegacyRow = Readonly<Record<string, unknown>> & { readonly id: number };

/** The first of these columns that holds something, as text without blanks around it. */
export function textOf(row: LegacyRow, ...columns: string[]): string | null {
  for (const column of columns) {
    const value = row[column];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    if (text !== '') return text;
  }
  return null;
}

/** The first of these columns that holds a number. */
export function numberOf(row: LegacyRow, ...columns: string[]): number | null {
  const text = textOf(row, ...columns);
  if (text === null) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/** The largest number that a column of type integer takes. */
const INTEGER_MAX = 2_147_483_647;

/** The same as a whole number from 0 on; what is beyond an integer is not known. */
export function countOf(row: LegacyRow, ...columns: string[]): number | null {
  const number = numberOf(row, ...columns);
  return number === null || number < 0 || number > INTEGER_MAX ? null : Math.round(number);
}

const DOLLARS_MAX = 99_999_999.99;

/** A price: nothing is sold for nothing. */
export function priceOf(row: LegacyRow, ...columns: string[]): number | null {
  const number = numberOf(row, ...columns);
  const isPrice = number !== null && number >= 0.01 && number <= DOLLARS_MAX;
  return isPrice ? Math.round(number * 100) / 100 : null;
}

/** The first of these columns that is true or false. */
export function flagOf(row: LegacyRow, ...columns: string[]): boolean | null {
  const value = columns.map((column) => row[column]).find((one) => typeof one === 'boolean');
  return value ?? null;
}

/** The first of these columns that holds a time; one without a zone is in UTC, as the servers were. */
export function timeOf(row: LegacyRow, ...columns: string[]): string | null {
  const text = textOf(row, ...columns);
  if (text === null) return null;
  const time = /(Z|[+-]\d{2}(:?\d{2})?)$/.test(text) ? text : `${text}Z`;
  return Number.isNaN(Date.parse(time)) ? null : time;
}
