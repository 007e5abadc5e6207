import { nameOwnCommand } from '../process-ports.ts';
import type { Column } from './column.ts';
import { formatTable } from './format-table.ts';
import { displayOf } from './display.ts';
import { exactTimeOf } from './format-time.ts';
import { watch } from './watch.ts';
import { write } from './write.ts';

/** The options of a call that decide how a list is shown. */
export interface ListOptions {
  limit?: number;
  json?: true;
  jsonl?: true;
  utc?: true;
  watch?: true;
}

/** A page of a list, as the API returns it. */
export interface Page<Item> {
  items: readonly Item[];
  /** Null: this page is the last one. */
  next_cursor?: string | null;
  /** True: the ledger does not follow Temporal at present, so the list is old. */
  stale?: boolean;
  as_of?: string | null;
}

/** How the items of a list are shown as a table. */
export interface Shown<Item, Row = Item> {
  columns: readonly Column<NoInfer<Row>>[];
  /** Converts the items to rows; default: the items are the rows. */
  rows?: ((items: readonly Item[]) => readonly Row[]) | undefined;
  /** The message for an empty list. */
  none?: string | undefined;
  /** The text below the table. */
  below?: (() => Promise<string>) | undefined;
}

/** Reads a list. @param limit how many items at most; undefined: all */
export type ReadPages<Item> = (limit: number | undefined) => AsyncIterable<Page<Item>>;

/** Shows a list as the options demand: as a table, which `--watch` repeats, as one JSON array, or as one JSON object a line. */
export async function showList<Item, Row = Item>(
  shown: Shown<Item, Row>,
  options: ListOptions,
  read: ReadPages<Item>,
): Promise<void> {
  const { limit } = options;
  if (options.jsonl === true) return showLines(read(limit));
  if (options.watch === true)
    return watch(async () => {
      const now = await collect(read(limit));
      return `${formatAge(now)}${await draw(shown, options, now)}`;
    });
  const found = await collect(read(limit));
  process.stderr.write(formatAge(found));
  process.stdout.write(
    options.json === true ? `${JSON.stringify(found.items)}\n` : await draw(shown, options, found),
  );
  if (found.hasMore) process.stderr.write(formatMore(limit));
}

interface Collected<Item> extends Pick<Page<Item>, 'stale' | 'as_of'> {
  items: Item[];
  hasMore: boolean;
}

/** Collects all items of a list, with how current they are. */
export async function collect<Item>(pages: AsyncIterable<Page<Item>>): Promise<Collected<Item>> {
  const found: Collected<Item> = { items: [], hasMore: false };
  for await (const { items, next_cursor: cursor, ...age } of pages) {
    found.items.push(...items);
    Object.assign(found, age, { hasMore: cursor != null });
  }
  return found;
}

async function showLines(pages: AsyncIterable<Page<unknown>>): Promise<void> {
  let isWarned = false;
  for await (const { items, ...age } of pages) {
    if (!isWarned) process.stderr.write(formatAge(age));
    isWarned ||= age.stale === true;
    const lines = items.map((item) => `${JSON.stringify(item)}\n`).join('');
    if (!(await write(lines))) return;
  }
}

async function draw<Item, Row>(
  { columns, rows, none = 'There are none.', below }: Shown<Item, Row>,
  { utc }: ListOptions,
  { items }: Collected<Item>,
): Promise<string> {
  const display = displayOf(process.stdout, utc === true);
  const shown = rows === undefined ? (items as readonly unknown[] as readonly Row[]) : rows(items);
  const parts = [
    formatTable(columns, shown, display) || nameOwnCommand(`${none}\n`),
    nameOwnCommand((await below?.()) ?? ''),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** Formats the warning that the ledger is behind Temporal, for standard error; empty if the ledger is not behind. */
export function formatAge({ as_of: asOf = null, stale }: Pick<Page<never>, 'as_of' | 'stale'>): string {
  if (stale !== true) return '';
  const known = asOf === null ? 'what the ledger has' : `how it was at ${exactTimeOf(asOf)}`;
  return `This is ${known}: Temporal does not answer, or no process follows it.\n`;
}

/** Formats the note that a list has more items than its limit, for standard error. */
export function formatMore(limit: number | undefined): string {
  return `There are more; these are the first ${limit} (--limit).\n`;
}
