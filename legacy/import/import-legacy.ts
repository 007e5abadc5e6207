import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { queryLegacy } from '../query-legacy.ts';
import { findTables } from '../legacy-tables.ts';
import { dispensaries } from './import-dispensaries.ts';
import { payloads } from './import-payloads.ts';
import { products } from './import-products.ts';
import { proxies } from './import-proxies.ts';
import { snapshots } from './import-snapshots.ts';
import { refused, type ImportStep, type ImportTools, type Verdict } from './import-step.ts';
import {
  added,
  deleteProgress,
  loadProgress,
  noteIncomplete,
  NOTHING_DONE,
  saveProgress,
  type Progress,
  type Refusal,
} from './progress.ts';
import { readLegacyRows, whyUnreadable } from './read-legacy-rows.ts';

/** In this order: parent tables come first. */
const STEPS: readonly ImportStep[] = [dispensaries, proxies, payloads, products, snapshots];

const TABLES = STEPS.map(({ table }) => table);

/** Thrown when a database has none of the importable tables. */
export class NothingToImport extends Error {
  override name = 'NothingToImport';
}

/** The result for a table, in this import and the earlier ones that it continues. */
export interface ImportedTable {
  table: string;
  taken: number;
  present: number;
  merged: number;
  refused: number;
  /** The first refused rows. */
  refusals: Refusal[];
  /** Why the table was skipped; null when it was not. */
  left_out: string | null;
}

export interface ImportOptions {
  /** The name of the imported database, without credentials. */
  source: string;
  /** Whether to read every row again, including those of earlier imports. */
  isFromStart: boolean;
  onProgress: (table: string, progress: Progress) => void;
}

/**
 * Imports the data of the legacy system with its ids, one transaction per batch. Existing data stays unchanged: identical rows
 * are skipped, and others are refused with the reason.
 * @throws NothingToImport, ImportRunsElsewhere, LegacyRefused, LegacyDatabaseGone; rows imported until then stay
 */
export async function importLegacy(tools: ImportTools, options: ImportOptions): Promise<ImportedTable[]> {
  const known = await findTables(tools.legacy, TABLES);
  if (known.size === 0)
    throw new NothingToImport(`${options.source} has none of the tables ${TABLES.join(', ')}.`);
  if (!tools.isDryRun) {
    if (options.isFromStart) await deleteProgress(tools.db, options.source);
    // Advances ids also for tables that are skipped now: rows of other tables refer to them, and a later import may include them.
    for (const [table, columns] of known) if (whyUnreadable(columns) === null) await advanceIds(tools, table);
  }
  const imported: ImportedTable[] = [];
  for (const step of STEPS) {
    const without = imported.find(({ table }) => table === step.parent)?.left_out ?? null;
    const leftOut =
      whyUnreadable(known.get(step.table)) ??
      (without === null ? null : `its rows belong to ${step.parent}, which is skipped: ${without}`) ??
      step.leftOut?.(tools) ??
      null;
    const { afterId: _, ...done } = leftOut === null ? await importTable(tools, step, options) : NOTHING_DONE;
    imported.push({ table: step.table, ...done, left_out: leftOut });
  }
  return imported;
}

async function importTable(
  tools: ImportTools,
  step: ImportStep,
  { source, onProgress }: ImportOptions,
): Promise<Progress> {
  const { table, batchSize: limit } = step;
  let progress = tools.isDryRun ? NOTHING_DONE : await loadProgress(tools.db, source, table);
  const read = (afterId: number) => readLegacyRows(tools.legacy, table, { afterId, limit });
  let next = read(progress.afterId);
  for (;;) {
    const rows = await next;
    const last = rows.at(-1);
    if (last === undefined) break;
    // Reads the next batch while this one is written; an error of that read is thrown when its own batch is due.
    next = read(last.id);
    next.catch(() => undefined);
    const verdicts = await step.judge(tools, rows);
    const before = progress;
    progress = tools.isDryRun
      ? summed(before, last.id, verdicts)
      : await writeBatch(tools, step, { source, before, verdicts, afterId: last.id });
    onProgress(table, progress);
  }
  if (!tools.isDryRun) await step.finish?.(tools, source);
  return progress;
}

function summed(before: Progress, afterId: number, verdicts: Verdict[]): Progress {
  return added(before, {
    afterId,
    taken: verdicts.filter(({ is }) => is === 'new').length,
    present: verdicts.filter(({ is }) => is === 'present').length,
    merged: verdicts.filter(({ is }) => is === 'merged').length,
    refusals: verdicts.flatMap((one) => (one.is === 'refused' ? [{ id: one.id, why: one.why }] : [])),
  });
}

interface Batch {
  source: string;
  before: Progress;
  verdicts: Verdict[];
  afterId: number;
}

async function writeBatch(
  tools: ImportTools,
  step: ImportStep,
  { source, before, verdicts, afterId }: Batch,
): Promise<Progress> {
  const fresh = verdicts.flatMap((one) => (one.is === 'new' ? [one.values] : []));
  await step.prepare?.(tools, fresh);
  return tools.db.transaction().execute(async (tx) => {
    const lost = await insertRows(tx, step.table, fresh);
    const after = summed(
      before,
      afterId,
      verdicts.map((one) => lost(one) ?? one),
    );
    await noteIncomplete(
      tx,
      source,
      verdicts.flatMap(({ incompletePayload: id }) => id ?? []),
    );
    await saveProgress(tx, { source, step: step.table, before, after });
    return after;
  });
}

const CAME_LATE = 'an earlier row has the same key';

/** Inserts the rows whose keys do not exist yet. @returns a function that gives a row's verdict if it has changed, else null */
async function insertRows(
  tx: Db,
  table: string,
  rows: Record<string, unknown>[],
): Promise<(verdict: Verdict) => Verdict | null> {
  const [first] = rows;
  if (first === undefined) return () => null;
  const columns = sql.join(Object.keys(first).map((name) => sql.id(name)));
  // Snapshots have no id here, so an existing one counts as inserted.
  const hasId = 'id' in first;
  const { rows: inserted } = await sql<{ id: number }>`
    insert into ${sql.id(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.id(table)}, ${JSON.stringify(rows)}::json)
    on conflict do nothing
    returning ${hasId ? sql`id` : sql`0::bigint as id`}
  `.execute(tx);
  const ids = new Set(inserted.map(({ id }) => id));
  return ({ id, is }) => (is === 'new' && hasId && !ids.has(id) ? refused(id, CAME_LATE) : null);
}

/** Advances the sequence before the first row is imported, so that concurrently created rows get ids above the imported ones. */
async function advanceIds({ legacy, db }: ImportTools, table: string): Promise<void> {
  const { rows: highest } = await queryLegacy(() =>
    sql<{ id: number | null }>`select max(id)::bigint as id from ${sql.id(table)}`.execute(legacy),
  );
  const { rows: counters } = await sql<{ sequence: string | null }>`
    select pg_get_serial_sequence(${table}, attname) as sequence from pg_attribute
    where attrelid = ${table}::regclass and attname = 'id' and not attisdropped
  `.execute(db);
  const id = highest[0]?.id ?? 0;
  const sequence = counters[0]?.sequence ?? null;
  if (sequence === null || id < 1) return;
  await sql`
    select setval(${sequence}::text::regclass, ${id}::bigint)
    where coalesce(pg_sequence_last_value(${sequence}::text::regclass), 0) < ${id}::bigint
  `.execute(db);
}
