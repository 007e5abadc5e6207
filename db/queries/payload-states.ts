import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/**
 * The state of a payload's file, the column `file_state`.
 *
 *     stored ──► missing    markFiles: the file does not exist
 *        │ ▲──── missing    markFiles: it exists again, for example after a disk was remounted
 *        ├─────► corrupt    markFiles: its size or checksum differs from the row
 *        │ ▲──── corrupt    markFiles: it is intact again, for example after a restored backup
 *        └─────► expired    markFiles: retention removed it
 *
 * Only stored files are ever read. The row stays, because the history of products refers to it.
 */
export type FileState = 'stored' | 'missing' | 'corrupt' | 'expired';

export interface PayloadFileRow {
  id: number;
  storagePath: string;
  sha256: string;
  bytes: number;
  fileState: FileState;
}

/**
 * Finds the next payloads whose files should exist, whatever the last check found, ordered by id.
 * @param page.holder the worker whose disk is checked; null: the shared storage
 */
export async function findPayloadFiles(
  db: Db,
  page: { holder: string | null; afterId: number; limit: number },
): Promise<PayloadFileRow[]> {
  const { rows } = await sql<PayloadFileRow>`
    select id, storage_path as "storagePath", sha256, size_bytes as bytes, file_state as "fileState"
    from raw_crawl_payloads
    where id > ${page.afterId} and file_state <> 'expired' and held_by is not distinct from ${page.holder}
    order by id limit ${page.limit}
  `.execute(db);
  return rows;
}

/**
 * Records the state of files. Expired files stay expired, whatever else is found.
 * @param isChecked whether their bytes were compared with the row
 */
export async function markFiles(
  db: Db,
  ids: number[],
  { state, isChecked }: { state: FileState; isChecked: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update raw_crawl_payloads set file_state = ${state},
      file_checked_at = case when ${isChecked} then now() else file_checked_at end
    where id = any(${ids}::bigint[]) and file_state <> 'expired'
  `.execute(db);
}

/** Returns the paths that belong to no payload, or to one whose file has expired. */
export async function findStrayPaths(db: Db, paths: string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select path from unnest(${paths}::text[]) as found (path)
    where not exists (
      select from raw_crawl_payloads payload
      where payload.storage_path = found.path and payload.file_state <> 'expired'
    )
  `.execute(db);
  return rows.map(({ path }) => path);
}

/** For how many days payloads are kept, and how many of each dispensary. Null: no limit. */
export interface Retention {
  days: number | null;
  perDispensary: number | null;
}

/** Selects payloads of these dispensaries on this holder's disk; null: on the shared storage. */
interface Expiring {
  dispensaryIds: number[];
  holder: string | null;
}

/**
 * Finds the expired payloads of some dispensaries: older than `days`, or beyond the newest `perDispensary`. The newest believed
 * payload of each dispensary and quarantined payloads always stay.
 */
export async function findExpiredPayloads(
  db: Db,
  { days, perDispensary }: Retention,
  { dispensaryIds, holder }: Expiring,
): Promise<Pick<PayloadFileRow, 'id' | 'storagePath'>[]> {
  const { rows } = await sql<Pick<PayloadFileRow, 'id' | 'storagePath'>>`
    with ranked as (
      select id, storage_path, held_by, fetched_at, verdict,
        row_number() over (partition by dispensary_id order by fetched_at desc, id desc) as place,
        row_number() over (
          partition by dispensary_id, verdict in ('accepted', 'confirmed') order by fetched_at desc, id desc
        ) as place_of_its_kind
      from raw_crawl_payloads where file_state = 'stored' and dispensary_id = any(${dispensaryIds}::bigint[])
    )
    select id, storage_path as "storagePath" from ranked
    where held_by is not distinct from ${holder} and verdict <> 'suspect' and not (verdict in ('accepted', 'confirmed') and place_of_its_kind = 1)
      and (fetched_at < now() - ${days}::int * interval '1 day' or place > ${perDispensary}::int)
    order by id
  `.execute(db);
  return rows;
}

/** Finds the ids of the next dispensaries. */
export async function findDispensaryIds(
  db: Db,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('dispensaries')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the runs that have ended or do not exist: their spool files are no longer needed. */
export async function findClosedRuns(db: Db, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select found.id from unnest(${ids}::bigint[]) as found (id)
    left join crawl_runs run on run.id = found.id
    where run.id is null or run.status <> 'running'
  `.execute(db);
  return rows.map(({ id }) => id);
}
