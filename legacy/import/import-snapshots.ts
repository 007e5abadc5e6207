import { sql } from 'kysely';
import { findTables, firstColumn } from '../legacy-tables.ts';
import { markIngested, payloads as payloadStep, takenPayloads } from './import-payloads.ts';
import { readState, takenProducts } from './import-products.ts';
import { refused, type ImportStep, type ImportTools, type Verdict } from './import-step.ts';
import { countOf, timeOf, type LegacyRow } from './legacy-row.ts';

/** What products were at each crawl. */
export const snapshots: ImportStep = {
  table: 'store_product_snapshots',
  batchSize: 1_000,
  parent: 'store_products',
  judge: judgeSnapshots,
  prepare: makePartitions,
  finish: markPayloads,
};

/** The payload of snapshots whose payload was not taken over, or never kept: none of ours has this id. */
const NO_PAYLOAD = 0;

const PRODUCT_COLUMNS = ['store_product_id', 'product_id'];
const PAYLOAD_COLUMNS = ['payload_id', 'raw_payload_id', 'raw_crawl_payload_id'];

interface Snapshot extends Record<string, unknown> {
  id: number;
  store_product_id: number | null;
  payload_id: number | null;
  fetched_at: string | null;
}

async function judgeSnapshots(tools: ImportTools, rows: LegacyRow[]): Promise<Verdict[]> {
  const read = rows.map((row): Snapshot => ({
    id: row.id,
    store_product_id: countOf(row, ...PRODUCT_COLUMNS),
    payload_id: countOf(row, ...PAYLOAD_COLUMNS),
    fetched_at: timeOf(row, 'fetched_at', 'captured_at', 'crawled_at', 'snapshot_at', 'created_at'),
  }));
  const dispensaryOf = await takenProducts(
    tools,
    read.map((one) => one.store_product_id),
  );
  const payloads = await takenPayloads(
    tools,
    read.map((one) => one.payload_id),
  );
  const candidates = read.map((one, at) => {
    const dispensaryId = dispensaryOf.get(one.store_product_id ?? 0);
    if (dispensaryId === undefined)
      return refused(one.id, `its product ${one.store_product_id ?? ''} was not taken over`);
    if (one.fetched_at === null) return refused(one.id, 'it does not say when it was taken');
    const payload = payloads.get(one.payload_id ?? NO_PAYLOAD);
    const isTaken = payload?.dispensaryId === dispensaryId;
    const { id: _, ...snapshot } = one;
    return {
      ...snapshot,
      ...readState(rows[at] as LegacyRow),
      dispensary_id: dispensaryId,
      payload_id: isTaken ? one.payload_id : NO_PAYLOAD,
      // Snapshots are found by their payload's id and time.
      fetched_at: isTaken ? payload.fetchedAt : one.fetched_at,
    };
  });
  if (!tools.isDryRun) await giveToPayloads(tools, candidates, read);
  return withoutKnown(tools, rows, candidates);
}

/** Snapshots that came without their payload, in an import before, are its own once it is there. */
async function giveToPayloads({ db }: ImportTools, candidates: Candidate[], read: Snapshot[]): Promise<void> {
  const given = candidates.flatMap((one, at) =>
    'is' in one || one['payload_id'] === NO_PAYLOAD ? [] : [{ ...one, own: read[at]?.fetched_at }],
  );
  const { rows: found } = await sql<Record<string, unknown>>`
    select distinct on (given.payload_id, given.store_product_id, given.fetched_at) given.*
    from json_to_recordset(${JSON.stringify(given)}::json)
      as given(payload_id bigint, store_product_id bigint, fetched_at text, own text)
    join store_product_snapshots known on known.payload_id = ${NO_PAYLOAD}
      and known.store_product_id = given.store_product_id and known.fetched_at = given.own::timestamptz
    where not exists (select from store_product_snapshots other where other.payload_id = given.payload_id
      and other.store_product_id = given.store_product_id and other.fetched_at = given.fetched_at::timestamptz)
  `.execute(db);
  if (found.length === 0) return;
  await makePartitions({ db }, found);
  await sql`
    update store_product_snapshots known set payload_id = given.payload_id, fetched_at = given.fetched_at
    from json_to_recordset(${JSON.stringify(found)}::json)
      as given(payload_id bigint, store_product_id bigint, fetched_at timestamptz, own timestamptz)
    where known.payload_id = ${NO_PAYLOAD} and known.store_product_id = given.store_product_id
      and known.fetched_at = given.own
  `.execute(db);
}

type Candidate = Record<string, unknown> | Verdict;

async function withoutKnown(
  tools: ImportTools,
  rows: LegacyRow[],
  candidates: Candidate[],
): Promise<Verdict[]> {
  const keyed = candidates.flatMap((one, at) => ('is' in one ? [] : [{ at, ...one }]));
  const { rows: known } = await sql<{ at: number }>`
    select given.at from json_to_recordset(${JSON.stringify(keyed)}::json)
      as given(at integer, payload_id bigint, store_product_id bigint, fetched_at timestamptz)
    join store_product_snapshots using (payload_id, store_product_id, fetched_at)
  `.execute(tools.db);
  const isKnown = new Set(known.map(({ at }) => at));
  return candidates.map((one, at): Verdict => {
    const { id } = rows[at] as LegacyRow;
    if ('is' in one) return one as Verdict;
    return isKnown.has(at) ? { id, is: 'present' } : { id, is: 'new', values: one };
  });
}

/** On its own, since a new partition locks all snapshots, and only for a moment. */
async function makePartitions(
  { db }: Pick<ImportTools, 'db'>,
  values: Record<string, unknown>[],
): Promise<void> {
  const months = new Map(
    values.map(({ fetched_at: at }) => [new Date(String(at)).toISOString().slice(0, 7), at]),
  );
  for (const moment of months.values())
    await sql`select ensure_snapshot_partition(${moment}::timestamptz)`.execute(db);
}

async function markPayloads(tools: ImportTools): Promise<void> {
  const tables = await findTables(tools.legacy, [payloadStep.table, snapshots.table]);
  const columns = tables.get(snapshots.table);
  if (columns === undefined || tables.get(payloadStep.table)?.has('id') !== true) return;
  const [payload, product] = [firstColumn(columns, PAYLOAD_COLUMNS), firstColumn(columns, PRODUCT_COLUMNS)];
  if (payload !== null && product !== null) await markIngested(tools, payload, product);
}
