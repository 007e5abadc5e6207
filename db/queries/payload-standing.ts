import { sql } from 'kysely';
import type { IngestCounts } from '../../domain/crawl-run.ts';
import { CrawlError } from '../../domain/errors.ts';
import type { Db } from '../connect.ts';

/** How a payload relates to its store's ingested payloads. */
export interface PayloadStanding {
  /** Null: the payload was never ingested, or was imported without counts. */
  counts: IngestCounts | null;
  /** Whether no payload that was fetched later is ingested. */
  isNewest: boolean;
  /** The dispensary's adapted interval; null: it follows the schedule. */
  adaptedHours: number | null;
  /** The dispensary's own interval, set by an operator or adapted; null: it follows the schedule. */
  intervalHours: number | null;
}

/**
 * Reads how a payload relates to its store's ingested payloads.
 * @param options.isLocked blocks other ingests of the dispensary until the transaction ends, so that it is certain which
 * payload is the newest
 * @throws CrawlError NotFound when the payload does not exist: nothing else prevents its snapshots from being written
 */
export async function readStanding(
  db: Db,
  payloadId: number,
  { isLocked }: { isLocked: boolean },
): Promise<PayloadStanding> {
  const { rows } = await sql<PayloadStanding>`
    select payload.ingest_counts as counts, dispensary.adapted_interval_hours as "adaptedHours",
      coalesce(dispensary.crawl_interval_hours, dispensary.adapted_interval_hours) as "intervalHours",
      payload.fetched_at >= coalesce(dispensary.current_payload_fetched_at, '-infinity') as "isNewest"
    from raw_crawl_payloads payload
    join dispensaries dispensary on dispensary.id = payload.dispensary_id
    where payload.id = ${payloadId}
    ${isLocked ? sql`for no key update of dispensary, payload` : sql``}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new CrawlError('NotFound', `There is no payload ${payloadId}.`);
  return row;
}
