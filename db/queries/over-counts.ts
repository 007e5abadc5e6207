import { sql } from 'kysely';
import { isUsualOverCount, OVER_COUNTS_REMEMBERED } from '../../domain/over-count.ts';
import type { Db } from '../connect.ts';
import type { StoredPayload } from './payloads.ts';

/**
 * Whether a payload is complete: the platform's total does not exceed the received products, or exceeds them by as much as usual
 * for this store. Compares with earlier ingested payloads, except confirmed ones and those without a total.
 */
export async function isWhole(tx: Db, payload: StoredPayload): Promise<boolean> {
  if (payload.missingCount === 0) return true;
  const { rows } = await sql<{ missing_count: number }>`
    select missing_count from raw_crawl_payloads
    where dispensary_id = ${payload.dispensaryId} and platform = ${payload.platform} and id <> ${payload.id}
      and fetched_at <= ${payload.fetchedAt} and ingested_at is not null
      and verdict = 'accepted' and total_count is not null
    order by fetched_at desc, id desc limit ${OVER_COUNTS_REMEMBERED}
  `.execute(tx);
  return isUsualOverCount(
    payload.missingCount,
    rows.map(({ missing_count: missing }) => missing),
  );
}
