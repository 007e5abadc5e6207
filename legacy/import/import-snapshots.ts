import { sql } from 'kysely';
import { takenPayloads } from './import-payloads.ts';
import { readState, takenProducts } from './import-products.ts';
import { refused, type ImportStep, type ImportTools, type Verdict } from './import-step.ts';
import { countOf, timeOf, type LegacyRow } from './legacy-row.ts';

/** What products were at each crawl. */
export const snapshots: ImportStep = {
  table: 'store_product_snapshots',
  batchSize: 1_000,
  judge: judgeSnapshots,
  prepare: makePartitions,
};

/** The payload of snapshots whose payload was not taken over, or never kept: none of ours has this id. */
const NO_PAYLOAD = 0;

interface Snapshot extends Record<string, unknown> {
  id: number;
  store_product_id: number | null;
  payload_id: number | null;
  fetched_at: string | null;
}

async function judgeSnapshots(tools: ImportTools, rows: LegacyRow[]): Promise<Verdict[]> {
  const read = rows.map((row): Snapshot => ({
    id: row.id,
    store_product_id: countOf(row, 'store_product_id', 'product_id'),
    payload_id: countOf(row, 'payload_id', 'raw_payload_id', 'raw_crawl_payload_id'),
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
  return withoutKnown(tools, rows, candidates);
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
async function makePartitions({ db }: ImportTools, values: Record<string, unknown>[]): Promise<void> {
  const months = new Map(
    values.map(({ fetched_at: at }) => [new Date(String(at)).toISOString().slice(0, 7), at]),
  );
  for (const moment of months.values())
    await sql`select ensure_snapshot_partition(${moment}::timestamptz)`.execute(db);
}
