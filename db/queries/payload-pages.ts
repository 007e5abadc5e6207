import { sql, type RawBuilder } from 'kysely';
import type { PlatformName } from '../../domain/dispensary.ts';
import type { Db } from '../connect.ts';
import { readKeysetPage, type KeysetList, type KeysetPage, type PageRequest } from '../keyset-page.ts';
import type { FileState } from './payload-states.ts';
import { findEarlierSuspects, type EarlierSuspect } from './earlier-suspects.ts';
import { SHOWN_SUSPICION, type ShownSuspicion } from './suspicions.ts';
import { within, type TimeRange } from './product-history.ts';

type Verdict = 'accepted' | 'suspect' | 'confirmed' | 'rejected';

/** A stored payload without its file. */
export interface PayloadRow {
  id: number;
  dispensary_id: number;
  dispensary_name: string;
  crawl_run_id: number | null;
  platform: PlatformName;
  storage_path: string;
  held_by: string | null;
  sha256: string;
  size_bytes: number;
  size_bytes_raw: number;
  product_count: number;
  pages: number;
  total_count: number | null;
  missing_count: number;
  browser_profile: string;
  fetch_duration_ms: number;
  fetched_at: Date;
  ingested_at: Date | null;
  ingest_counts: Record<string, number | string> | null;
  verdict: Verdict;
  suspicion: ShownSuspicion | null;
  decided_by: string | null;
  decided_because: string | null;
  decided_at: Date | null;
  confirmed_by: number[] | null;
  file_state: FileState;
}

/** A payload with its store, the store's current payload, and the crawl that fetched it. */
export interface PayloadDetailRow extends PayloadRow {
  /** Whether its store is still crawled. */
  is_crawled: boolean;
  workflow_id: string | null;
  workflow_run_id: string | null;
  current_payload_id: number | null;
  current_payload_fetched_at: Date | null;
  current_payload_product_count: number | null;
  /** The store's last ingested payload that was fetched before this one. */
  previous_payload_id: number | null;
  /** The store's payloads that were fetched before this one and wait for a decision, too, the newest first. */
  earlier_waiting: EarlierSuspect[];
}

export interface PayloadFilter extends TimeRange {
  dispensaryId?: number | undefined;
  platform?: PlatformName | undefined;
  verdict?: Verdict | undefined;
  /** Only payloads of crawled stores whose menu in the catalog is older. */
  isUnreplaced?: boolean | undefined;
}

const COLUMNS = sql.raw(`
  id, dispensary_id,
  (select dispensary.name from dispensaries dispensary where dispensary.id = raw_crawl_payloads.dispensary_id) as dispensary_name,
  crawl_run_id, platform, storage_path, held_by, sha256, size_bytes, size_bytes_raw, product_count,
  pages, total_count, missing_count, browser_profile, fetch_duration_ms, fetched_at, ingested_at, ingest_counts,
  verdict, ${SHOWN_SUSPICION} as suspicion, decided_by, decided_because, decided_at, confirmed_by, file_state
`);

/** Each join adds at most one row per payload, and no column with a name that a payload has. */
const WITH_DETAIL = sql.raw(`
  raw_crawl_payloads
  cross join lateral (
    select dispensary.current_payload_fetched_at as shown_since,
      dispensary.crawl_enabled and dispensary.closed_at is null as is_crawled
    from dispensaries dispensary where dispensary.id = raw_crawl_payloads.dispensary_id
  ) store
  left join lateral (
    select run.workflow_id, run.workflow_run_id from crawl_runs run where run.id = raw_crawl_payloads.crawl_run_id
  ) crawl on true
  left join lateral (
    select shown.id as current_payload_id, shown.fetched_at as current_payload_fetched_at,
      shown.product_count as current_payload_product_count
    from raw_crawl_payloads shown
    where shown.dispensary_id = raw_crawl_payloads.dispensary_id and shown.fetched_at = store.shown_since
      and shown.ingested_at is not null
    order by shown.id desc limit 1
  ) current_payload on true
  left join lateral (
    select previous.id as previous_payload_id from raw_crawl_payloads previous
    where previous.dispensary_id = raw_crawl_payloads.dispensary_id and previous.fetched_at < raw_crawl_payloads.fetched_at
      and previous.ingested_at is not null
    order by previous.fetched_at desc, previous.id desc limit 1
  ) previous_payload on true
`);

const DETAIL_COLUMNS = sql`${COLUMNS}, is_crawled, workflow_id, workflow_run_id, current_payload_id,
  current_payload_fetched_at, current_payload_product_count, previous_payload_id`;

/** Lists payloads, the latest fetch first. */
export async function listPayloadPage(
  db: Db,
  filter: PayloadFilter,
  page: PageRequest,
): Promise<KeysetPage<PayloadRow>> {
  return readKeysetPage<PayloadRow>(db, payloadList(filter), page);
}

/** Lists payloads that wait for a decision, the latest fetch first. */
export async function listQuarantinePage(
  db: Db,
  { dispensaryId }: Pick<PayloadFilter, 'dispensaryId'>,
  page: PageRequest,
): Promise<KeysetPage<PayloadDetailRow>> {
  const list = {
    ...payloadList({ verdict: 'suspect', dispensaryId }),
    columns: DETAIL_COLUMNS,
    from: WITH_DETAIL,
  };
  const { items, next } = await readKeysetPage<BareDetailRow>(db, list, page);
  return { items: await withEarlier(db, items), next };
}

/** Counts the payloads that wait for a decision, of all stores or of one. */
export async function countQuarantined(
  db: Db,
  { dispensaryId }: Pick<PayloadFilter, 'dispensaryId'>,
): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from raw_crawl_payloads
    where verdict = 'suspect' and (${dispensaryId ?? null}::bigint is null or dispensary_id = ${dispensaryId ?? null})
  `.execute(db);
  return rows[0]?.waiting ?? 0;
}

type BareDetailRow = Omit<PayloadDetailRow, 'earlier_waiting'>;

async function withEarlier(db: Db, rows: BareDetailRow[]): Promise<PayloadDetailRow[]> {
  const earlier = await findEarlierSuspects(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, earlier_waiting: earlier.get(row.id) ?? [] }));
}

/** SQL: whether the store is crawled, and no menu as new as the payload is in the catalog. */
const IS_UNREPLACED = sql<boolean>`exists (
  select from dispensaries store where store.id = raw_crawl_payloads.dispensary_id and store.crawl_enabled and store.closed_at is null
    and raw_crawl_payloads.fetched_at > coalesce(store.current_payload_fetched_at, '-infinity'))`;

/** Builds the keyset list for a filter. */
function payloadList({ dispensaryId, platform, verdict, isUnreplaced, ...range }: PayloadFilter): KeysetList {
  const conditions = [
    dispensaryId === undefined ? [] : [sql<boolean>`dispensary_id = ${dispensaryId}`],
    // The index on verdicts leaves out `accepted`, the verdict of nearly all payloads.
    verdict === undefined || verdict === 'accepted'
      ? []
      : [sql<boolean>`verdict = ${verdict} and verdict <> 'accepted'`],
    platform === undefined ? [] : [sql<boolean>`platform = ${platform}`],
    verdict === 'accepted' ? [sql<boolean>`verdict = 'accepted'`] : [],
    isUnreplaced === true ? [IS_UNREPLACED] : [],
  ].flat();
  // Without a dispensary, platform or rare verdict, the index on `fetched_at` alone serves the list.
  const leads: RawBuilder<boolean>[] =
    dispensaryId === undefined && platform === undefined && verdict === 'accepted'
      ? []
      : conditions.slice(0, 1);
  return {
    columns: COLUMNS,
    from: sql.raw('raw_crawl_payloads'),
    key: [
      { column: 'fetched_at', type: 'timestamptz' },
      { column: 'id', type: 'bigint' },
    ],
    direction: 'desc',
    indexed: [...leads, ...within('fetched_at', range)],
    filters: conditions.slice(leads.length),
  };
}

/** Finds a payload with its details; null if there is none. */
export async function findPayloadDetail(db: Db, id: number): Promise<PayloadDetailRow | null> {
  const { rows } = await sql<BareDetailRow>`
    select ${DETAIL_COLUMNS} from ${WITH_DETAIL} where id = ${id}
  `.execute(db);
  const [found] = await withEarlier(db, rows);
  return found ?? null;
}

/** Finds a payload; null if there is none. */
export async function findPayload(db: Db, id: number): Promise<PayloadRow | null> {
  const { rows } = await sql<PayloadRow>`select ${COLUMNS} from raw_crawl_payloads where id = ${id}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Finds the newest believed payload of a dispensary; null if there is none. */
export async function findLatestPayload(db: Db, dispensaryId: number): Promise<PayloadRow | null> {
  const { rows } = await sql<PayloadRow>`
    select ${COLUMNS} from raw_crawl_payloads
    where dispensary_id = ${dispensaryId} and verdict in ('accepted', 'confirmed')
    order by fetched_at desc, id desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}
