/** A row with texts in place of its times. */
type WithTexts<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? string | Exclude<Row[Name], Date> : Row[Name];
};

/** A row as answers have it: its times as texts. What is nested stays as it is. */
export function withIsoTimes<Row extends object>(row: Row): WithTexts<Row> {
  const fields = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(fields) as WithTexts<Row>;
}
