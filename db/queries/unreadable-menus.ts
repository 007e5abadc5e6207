import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/** A store whose newest payload had too many products that could not be read. */
export interface UnreadableMenu {
  dispensaryId: number;
  dispensaryName: string;
  payloadId: number;
  fetchedAt: Date;
  /** Products that could not be read, and all that came. */
  skipped: number;
  came: number;
}

/** The stores that are crawled and whose newest ingested payload is `unreadable`, by their names. */
export async function listUnreadableMenus(db: Db): Promise<UnreadableMenu[]> {
  const { rows } = await sql<UnreadableMenu>`
    select store.id as "dispensaryId", store.name as "dispensaryName", payload.id as "payloadId",
      payload.fetched_at as "fetchedAt", (payload.ingest_counts ->> 'skipped')::int as skipped,
      (payload.ingest_counts ->> 'skipped')::int + (payload.ingest_counts ->> 'products')::int as came
    from dispensaries store
    join raw_crawl_payloads payload
      on payload.dispensary_id = store.id and payload.fetched_at = store.current_payload_fetched_at
    where store.crawl_enabled and payload.ingest_counts ->> 'missesOff' = 'unreadable'
    order by store.name, store.id, payload.id
  `.execute(db);
  return rows;
}
