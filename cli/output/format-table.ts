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

/** What precedes the second line of a row, and further ones. */
const INDENT = '  ';

/** The width that a cut column keeps at least, in characters. */
const WIDTH_MIN = 10;

/** The width that a name keeps at least beside its id, with the ellipsis. */
const NAME_MIN = 4;

/** The id at the end of a `named` text. */
const ID_AT_END = / \([^()]*\)$/;

/** A column with the texts of its cells. */
interface Filled {
  header: string;
  kind: NonNullable<Column<never>['kind']>;
  isMinor: boolean;
  cells: string[];
  width: number;
  /** The least width to which the column can be cut. */
  least: number;
}

/**
 * Formats a line for each row, with aligned columns; empty without rows. If the terminal is too narrow, it cuts texts, the widest
 * first; where that is not enough, it also leaves out minor columns, then continues each row in another line.
 */
export function formatTable<Row>(
  columns: readonly Column<NoInfer<Row>>[],
  rows: readonly Row[],
  display: Display = displayOf(process.stdout, true),
): string {
  if (rows.length === 0) return '';
  const all = columns.map((column) => fill(column, rows, display));
  const widthMax = display.width ?? Number.POSITIVE_INFINITY;
  const shown = withoutMinor(all, widthMax);
  const parts = inLines(shown, widthMax);
  const headers = linesOf(parts, (column) => cell(column.header, column)).map((line) =>
    display.hasColors ? styleText('bold', line, { validateStream: false }) : line,
  );
  const lines = rows.flatMap((_, at) =>
    linesOf(parts, (column) => {
      const text = column.cells[at] ?? '';
      const isColored = column.kind === 'status' && display.hasColors;
      return isColored ? colorStatus(text, cell(text, column)) : cell(text, column);
    }),
  );
  const missing = all.filter((column) => !shown.includes(column)).map((column) => column.header);
  const reported = missing.length === 0 ? [] : [`Too narrow for: ${missing.join(', ')}; --json has all.`];
  return [...headers, ...lines, ...reported, ''].join('\n');
}

function fill<Row>(column: Column<Row>, rows: readonly Row[], display: Display): Filled {
  const { header, kind = 'text', isMinor = false } = column;
  const cells = rows.map((row) => textOf(valueIn(column, row, display), kind, display));
  const width = widestOf([header, ...cells]);
  const least = kind === 'named' ? widestOf(cells.map(idAtEnd)) + NAME_MIN : WIDTH_MIN;
  const isCut = kind === 'text' || kind === 'status' || kind === 'named';
  return {
    header,
    kind,
    isMinor,
    cells,
    width,
    least: isCut ? Math.min(width, Math.max(least, WIDTH_MIN)) : width,
  };
}

function widestOf(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, stringWidth(text)), 0);
}

function idAtEnd(text: string): string {
  return ID_AT_END.exec(text)?.[0] ?? '';
}

function textOf(value: ReturnType<typeof valueIn>, kind: Filled['kind'], { nowMs }: Display): string {
  if (value === null || value === undefined) return '-';
  if (kind !== 'time') return withoutControls(String(value));
  return nowMs === null ? exactTimeOf(String(value)) : formatAge(String(value), nowMs);
}

/** Returns the columns without the minor ones for which there is no room even if every text is cut. */
function withoutMinor(columns: Filled[], widthMax: number): Filled[] {
  const last = columns.findLast(({ isMinor }) => isMinor);
  if (last === undefined || fits(columns, widthMax)) return columns;
  return withoutMinor(
    columns.filter((column) => column !== last),
    widthMax,
  );
}

function fits(columns: Filled[], widthMax: number): boolean {
  return widthOf(columns.map(({ least }) => least)) <= widthMax;
}

/** Returns the width of a line with columns of these widths. */
function widthOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
}

/** Splits the columns into lines, as few as possible, and cuts texts so that each line fits. */
function inLines(columns: Filled[], widthMax: number): Filled[][] {
  let count = columns.length;
  while (count > 1 && !fits(columns.slice(0, count), widthMax)) count -= 1;
  const [line, others] = [columns.slice(0, count), columns.slice(count)];
  cutTo(line, widthMax);
  return others.length === 0 ? [line] : [line, ...inLines(others, widthMax - INDENT.length)];
}

/** Makes columns narrower, the widest first, until they fit or none can be cut further. */
function cutTo(columns: Filled[], widthMax: number): void {
  for (let over = widthOf(columns.map(({ width }) => width)) - widthMax; over > 0; over -= 1) {
    const cuttable = columns.filter((column) => column.width > column.least);
    if (cuttable.length === 0) return;
    cuttable.reduce((one, other) => (other.width > one.width ? other : one)).width -= 1;
  }
}

function cell(text: string, { kind, width }: Filled): string {
  const cut = cutText(text, width, kind === 'named' ? idAtEnd(text) : '');
  const blanks = ' '.repeat(Math.max(width - stringWidth(cut), 0));
  return kind === 'number' || kind === 'money' ? `${blanks}${cut}` : `${cut}${blanks}`;
}

/** Formats the lines of a row; lines without a text are left out. */
function linesOf(parts: Filled[][], cellOf: (column: Filled) => string): string[] {
  const lines = parts
    .map((columns, at) => `${at === 0 ? '' : INDENT}${columns.map(cellOf).join(GAP)}`.trimEnd())
    .filter((line) => line !== '');
  return lines.length === 0 ? [''] : lines;
}
