import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { markIngested, takenPayloads } from './import-payloads.ts';
import { readState, takenProducts } from './import-products.ts';
import { refused, type ImportStep, type ImportTools, type Verdict } from './import-step.ts';
import { idOf, timeOf, type LegacyRow } from './legacy-row.ts';

/** Imports the products' snapshots of each crawl. */
export const snapshots: ImportStep = {
  table: 'store_product_snapshots',
  batchSize: 2_000,
  parent: 'store_products',
  judge: judgeSnapshots,
  prepare: makePartitions,
  finish: markIngested,
};

/** The payload id of snapshots whose payload was not imported or never stored: none of ours has this id. */
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
    store_product_id: idOf(row, ...PRODUCT_COLUMNS),
    payload_id: idOf(row, ...PAYLOAD_COLUMNS),
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
      return refused(one.id, `its product ${one.store_product_id ?? ''} was not imported`);
    if (one.fetched_at === null) return refused(one.id, 'it does not say when it was fetched');
    const payload = payloads.get(one.payload_id ?? NO_PAYLOAD);
    const isTaken = payload?.dispensaryId === dispensaryId;
    const { id: _, ...snapshot } = one;
    return {
      ...snapshot,
      ...readState(rows[at] as LegacyRow),
      dispensary_id: dispensaryId,
      payload_id: isTaken ? one.payload_id : NO_PAYLOAD,
      // Snapshots are looked up by their payload's id and time.
      fetched_at: isTaken ? payload.fetchedAt : one.fetched_at,
    };
  });
  if (!tools.isDryRun) await giveToPayloads(tools, candidates, read);
  const verdicts = await withoutKnown(tools, rows, candidates);
  return verdicts.map((verdict, at) => {
    const payloadId = read[at]?.payload_id ?? NO_PAYLOAD;
    const isApart =
      verdict.is === 'refused' ||
      (candidates[at] as Candidate & { payload_id?: number }).payload_id === NO_PAYLOAD;
    return isApart && payloadId !== NO_PAYLOAD ? { ...verdict, incompletePayload: payloadId } : verdict;
  });
}

/** Links snapshots that an earlier import wrote without their payload to the payload, once it exists. */
async function giveToPayloads({ db }: ImportTools, candidates: Candidate[], read: Snapshot[]): Promise<void> {
  const given = candidates.flatMap((one, at) =>
    'is' in one || one['payload_id'] === NO_PAYLOAD ? [] : [{ ...keyOf(one), own: read[at]?.fetched_at }],
  );
  if (given.length === 0) return;
  const { rows: found } = await sql<Record<string, unknown>>`
    select distinct on (given.payload_id, given.store_product_id, given.fetched_at) given.*
    from rows from (json_to_recordset(${JSON.stringify(given)}::json)
      as (payload_id bigint, store_product_id bigint, fetched_at text, own text)) with ordinality
      as given(payload_id, store_product_id, fetched_at, own, place)
    join store_product_snapshots known on known.payload_id = ${NO_PAYLOAD}
      and known.store_product_id = given.store_product_id and known.fetched_at = given.own::timestamptz
    where not exists (select from store_product_snapshots other where other.payload_id = given.payload_id
      and other.store_product_id = given.store_product_id and other.fetched_at = given.fetched_at::timestamptz)
    order by given.payload_id, given.store_product_id, given.fetched_at, given.place
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

/** Keeps the first snapshot of each key: the legacy system may have ingested a payload twice, which is still one crawl. */
async function withoutKnown(
  tools: ImportTools,
  rows: LegacyRow[],
  candidates: Candidate[],
): Promise<Verdict[]> {
  const keyed = candidates.flatMap((one, at) => ('is' in one ? [] : [{ ...one, at }]));
  const known = await findKnown(tools, keyed);
  const before = new Map<string, Record<string, unknown>>();
  return candidates.map((one, at): Verdict => {
    const { id } = rows[at] as LegacyRow;
    if ('is' in one) return one as Verdict;
    const key = JSON.stringify(keyOf(one));
    const first = before.get(key);
    const isSame = known.get(at) ?? (first === undefined ? null : isDeepStrictEqual(first, one));
    if (isSame !== null) return { id, is: isSame ? 'present' : 'merged' };
    before.set(key, one);
    return { id, is: 'new', values: one };
  });
}

function keyOf({ payload_id, store_product_id, fetched_at }: Record<string, unknown>) {
  return { payload_id, store_product_id, fetched_at };
}

/** Finds the snapshots whose key already exists here, by position, and whether the existing one is identical. */
async function findKnown(
  { db }: ImportTools,
  keyed: (Record<string, unknown> & { at: number })[],
): Promise<ReadonlyMap<number, boolean>> {
  const keys = keyed.map(({ at, ...one }) => ({ at, ...keyOf(one) }));
  const { rows } = await sql<{ at: number }>`
    select given.at from json_to_recordset(${JSON.stringify(keys)}::json)
      as given(at integer, payload_id bigint, store_product_id bigint, fetched_at timestamptz)
    join store_product_snapshots using (payload_id, store_product_id, fetched_at)
  `.execute(db);
  const isKnown = new Set(rows.map(({ at }) => at));
  // Reads only known snapshots in full: they are few, except in an import from the start.
  const found = keyed.filter(({ at }) => isKnown.has(at));
  if (found.length === 0) return new Map();
  const { rows: same } = await sql<{ at: number }>`
    select (given.one ->> 'at')::integer as at
    from json_array_elements(${JSON.stringify(found)}::json) as given(one)
    cross join lateral json_populate_record(null::store_product_snapshots, given.one) as theirs
    join store_product_snapshots ours using (payload_id, store_product_id, fetched_at)
    where (ours.price_rec, ours.price_med, ours.price_rec_special, ours.price_med_special, ours.is_on_special, ours.is_in_stock,
        ours.quantity, ours.thc_low, ours.thc_high, ours.cbd_low, ours.cbd_high)
      is not distinct from (theirs.price_rec, theirs.price_med, theirs.price_rec_special, theirs.price_med_special,
        theirs.is_on_special, theirs.is_in_stock, theirs.quantity, theirs.thc_low, theirs.thc_high, theirs.cbd_low, theirs.cbd_high)
  `.execute(db);
  const isSame = new Set(same.map(({ at }) => at));
  return new Map(found.map(({ at }) => [at, isSame.has(at)]));
}

/** Creates the partitions for snapshots, in transactions of their own, since creating a partition locks all snapshots. */
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
