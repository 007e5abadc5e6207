import type { Display } from './display.ts';

/** The value of a cell; null: not known. */
type Value = string | number | boolean | null | undefined;

/** One column of a table. */
export interface Column<Row> {
  header: string;
  /** The name of a field, or a function of the row; times in its text have to be shown as the display demands. */
  value: (keyof Row & string) | ((row: Row, display: Display) => Value);
  /**
   * How the value is shown; default: `text`. Only a `text`, a `named` and a `status` are cut in a narrow terminal. An `id` must stay
   * copyable, as must the id in parentheses that ends a `named`, such as `Green Leaf (12)`. A `time` is ISO 8601, and the first word
   * of a `status` decides its color.
   */
  kind?: 'text' | 'named' | 'id' | 'number' | 'time' | 'money' | 'status';
  /** Left out if the terminal is too narrow, the last such column first. */
  isMinor?: boolean;
}

/** Returns the value of a column in a row. */
export function valueIn<Row>({ value }: Column<Row>, row: Row, display: Display): Value {
  return typeof value === 'function' ? value(row, display) : (row[value] as Value);
}
