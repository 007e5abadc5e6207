/** A row whose dates are ISO strings. */
type WithTexts<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? string | Exclude<Row[Name], Date> : Row[Name];
};

/** Converts the dates of a row to ISO strings, as responses have them. Nested values stay unchanged. */
export function withIsoTimes<Row extends object>(row: Row): WithTexts<Row> {
  const fields = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(fields) as WithTexts<Row>;
}
