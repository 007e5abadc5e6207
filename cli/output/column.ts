/** What a cell may be made of; null where nobody knows it. */
type Value = string | number | boolean | null | undefined;

/** One column of a table, for rows of a kind. */
export interface Column<Row> {
  header: string;
  /** The name of a field, or what is made of several. */
  value: (keyof Row & string) | ((row: Row) => Value);
  /**
   * How it is shown; default: `text`, which alone is cut where a terminal is too narrow. An `id` is to be copied, a `time` is ISO
   * 8601, and a `status` begins with the word that decides its colour.
   */
  kind?: 'text' | 'id' | 'number' | 'time' | 'money' | 'status';
  /** Left out first where a terminal is too narrow. */
  isMinor?: boolean;
}

/** What a column has of a row. */
export function valueIn<Row>({ value }: Column<Row>, row: Row): Value {
  return typeof value === 'function' ? value(row) : (row[value] as Value);
}
