import { styleText } from 'node:util';
import stringWidth from 'string-width';
import { withoutControls } from '../../domain/without-controls.ts';
import { colorStatus } from './color-status.ts';
import { valueIn, type Column } from './column.ts';
import { cutText } from './cut-text.ts';
import { displayOf, type Display } from './display.ts';
import { formatAge } from './format-age.ts';
import { exactTimeOf } from './format-time.ts';

const GAP = '  ';

/** The width that a cut column keeps at least, in characters. */
const WIDTH_MIN = 10;

/** A column with the texts of its cells. */
interface Filled {
  header: string;
  kind: NonNullable<Column<never>['kind']>;
  isMinor: boolean;
  cells: string[];
  width: number;
}

/**
 * Formats a line for each row, with aligned columns; empty without rows. If the terminal is too narrow, it leaves out minor
 * columns, then cuts texts, the widest first.
 */
export function formatTable<Row>(
  columns: readonly Column<NoInfer<Row>>[],
  rows: readonly Row[],
  display: Display = displayOf(process.stdout, true),
): string {
  if (rows.length === 0) return '';
  const all = columns.map((column) => fill(column, rows, display));
  const shown = fit(all, display.width ?? Number.POSITIVE_INFINITY);
  const header = lineOf(shown, (column) => cell(column.header, column));
  const lines = rows.map((_, at) =>
    lineOf(shown, (column) => {
      const text = column.cells[at] ?? '';
      const isColored = column.kind === 'status' && display.hasColors;
      return isColored ? colorStatus(text, cell(text, column)) : cell(text, column);
    }),
  );
  const missing = all.filter((column) => !shown.includes(column)).map((column) => column.header);
  const reported = missing.length === 0 ? [] : [`Too narrow for: ${missing.join(', ')}; --json has all.`];
  return [
    display.hasColors ? styleText('bold', header, { validateStream: false }) : header,
    ...lines,
    ...reported,
    '',
  ].join('\n');
}

function fill<Row>(column: Column<Row>, rows: readonly Row[], display: Display): Filled {
  const { header, kind = 'text', isMinor = false } = column;
  const cells = rows.map((row) => textOf(valueIn(column, row, display), kind, display));
  return {
    header,
    kind,
    isMinor,
    cells,
    width: cells.reduce((widest, text) => Math.max(widest, stringWidth(text)), stringWidth(header)),
  };
}

function textOf(value: ReturnType<typeof valueIn>, kind: Filled['kind'], { nowMs }: Display): string {
  if (value === null || value === undefined) return '-';
  if (kind !== 'time') return withoutControls(String(value));
  return nowMs === null ? exactTimeOf(String(value)) : formatAge(String(value), nowMs);
}

/** Returns the columns that fit into the width, cut where necessary. */
function fit(columns: Filled[], widthMax: number): Filled[] {
  const spare = widthMax - widthOf(columns);
  if (spare >= 0) return columns;
  const cuttable = columns.filter(
    ({ kind, width }) => (kind === 'text' || kind === 'status') && width > WIDTH_MIN,
  );
  const room = cuttable.reduce((sum, { width }) => sum + width - WIDTH_MIN, 0);
  const least = columns.findLast(({ isMinor }) => isMinor);
  if (room < -spare && least !== undefined)
    return fit(
      columns.filter((column) => column !== least),
      widthMax,
    );
  for (let over = Math.min(-spare, room); over > 0; over -= 1) {
    const widest = cuttable.reduce((one, other) => (other.width > one.width ? other : one));
    widest.width -= 1;
  }
  return columns;
}

function widthOf(columns: Filled[]): number {
  return columns.reduce((sum, { width }) => sum + width, GAP.length * (columns.length - 1));
}

function cell(text: string, { kind, width }: Filled): string {
  const cut = cutText(text, width);
  const blanks = ' '.repeat(Math.max(width - stringWidth(cut), 0));
  return kind === 'number' || kind === 'money' ? `${blanks}${cut}` : `${cut}${blanks}`;
}

function lineOf(columns: Filled[], cellOf: (column: Filled) => string): string {
  return columns.map(cellOf).join(GAP).trimEnd();
}
