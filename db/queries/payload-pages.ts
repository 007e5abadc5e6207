import { sql, type RawBuilder } from 'kysely';
import type { PlatformName } from '../../domain/dispensary.ts';
import type { Suspicion } from '../../domain/belief/suspicion.ts';
import type { Db } from '../connect.ts';
import { readKeysetPage, type KeysetList, type KeysetPage, type PageRequest } from '../keyset-page.ts';
import type { FileState } from './payload-states.ts';
import { WITH_SAMPLES } from './suspicions.ts';
import { within, type TimeRange } from './product-history.ts';

type Verdict = 'accepted' | 'suspect' | 'confirmed' | 'rejected';

/** What is known of a stored payload, but for the file itself. */
export interface PayloadRow {
  id: number;
  dispensary_id: number;
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
  suspicion: Suspicion | null;
  decided_by: string | null;
  decided_because: string | null;
  decided_at: Date | null;
  confirmed_by: number[] | null;
  file_state: FileState;
}

export interface PayloadFilter extends TimeRange {
  dispensaryId?: number | undefined;
  platform?: PlatformName | undefined;
  verdict?: Verdict | undefined;
}

const COLUMNS = sql.raw(`
  id, dispensary_id, crawl_run_id, platform, storage_path, held_by, sha256, size_bytes, size_bytes_raw, product_count,
  pages, total_count, missing_count, browser_profile, fetch_duration_ms, fetched_at, ingested_at, ingest_counts,
  verdict, ${WITH_SAMPLES} as suspicion, decided_by, decided_because, decided_at, confirmed_by, file_state
`);

/** Payloads, the one that was fetched last first. */
export async function listPayloadPage(
  db: Db,
  filter: PayloadFilter,
  page: PageRequest,
): Promise<KeysetPage<PayloadRow>> {
  return readKeysetPage<PayloadRow>(db, payloadList(filter), page);
}

/** The list of a filter. */
function payloadList({ dispensaryId, platform, verdict, ...range }: PayloadFilter): KeysetList {
  const conditions = [
    dispensaryId === undefined ? [] : [sql<boolean>`dispensary_id = ${dispensaryId}`],
    // The index of verdicts leaves out what nearly all payloads are.
    verdict === undefined || verdict === 'accepted'
      ? []
      : [sql<boolean>`verdict = ${verdict} and verdict <> 'accepted'`],
    platform === undefined ? [] : [sql<boolean>`platform = ${platform}`],
    verdict === 'accepted' ? [sql<boolean>`verdict = 'accepted'`] : [],
  ].flat();
  // Without a dispensary, platform or rare verdict the index of times leads.
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

/** A payload's row, or null. */
export async function findPayload(db: Db, id: number): Promise<PayloadRow | null> {
  const { rows } = await sql<PayloadRow>`select ${COLUMNS} from raw_crawl_payloads where id = ${id}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** The newest payload of a dispensary that is believed, or null. */
export async function findLatestPayload(db: Db, dispensaryId: number): Promise<PayloadRow | null> {
  const { rows } = await sql<PayloadRow>`
    select ${COLUMNS} from raw_crawl_payloads
    where dispensary_id = ${dispensaryId} and verdict in ('accepted', 'confirmed')
    order by fetched_at desc, id desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}
