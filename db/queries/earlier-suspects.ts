import { sql } from 'kysely';
import { agrees } from '../../domain/belief/confirm-menu.ts';
import type { Suspicion } from '../../domain/belief/suspicion.ts';
import type { Db } from '../connect.ts';

/** A payload that waits for a decision, relative to a later payload of its store. */
export interface EarlierSuspect {
  id: number;
  fetched_at: Date;
  /**
   * Whether it agrees with the later payload's doubt. If it does, confirming the later payload confirms it, too;
   * otherwise that rejects it.
   */
  agrees: boolean;
}

/** How many earlier payloads are read for each payload: a doubted store is fetched only a few times a day. */
const EARLIER_MAX = 50;

/**
 * Finds the undecided earlier payloads of these payloads' stores, newest first, by the id of the later payload. Leaves out later
 * payloads that were rejected or ingested, since the decision about them settles nothing more.
 */
export async function findEarlierSuspects(
  db: Db,
  payloadIds: readonly number[],
): Promise<ReadonlyMap<number, EarlierSuspect[]>> {
  const { rows } = await sql<{ later_id: number; id: number; fetched_at: Date }>`
    select later.id as later_id, earlier.id, earlier.fetched_at
    from raw_crawl_payloads later cross join lateral (
      select id, fetched_at from raw_crawl_payloads
      where dispensary_id = later.dispensary_id and verdict = 'suspect' and (fetched_at, id) < (later.fetched_at, later.id)
      order by fetched_at desc, id desc limit ${EARLIER_MAX}
    ) earlier
    where later.id = any(${payloadIds}::bigint[]) and later.verdict in ('suspect', 'confirmed') and later.ingested_at is null
    order by earlier.fetched_at desc, earlier.id desc
  `.execute(db);
  const counted = await readCounted(db, [...new Set(rows.flatMap(({ id, later_id: later }) => [id, later]))]);
  const found = new Map<number, EarlierSuspect[]>();
  for (const { later_id: later, ...earlier } of rows) {
    const [then, now] = [counted.get(earlier.id), counted.get(later)];
    const isAgreed = then !== undefined && now !== undefined && agrees(then, now);
    found.set(later, [...(found.get(later) ?? []), { ...earlier, agrees: isAgreed }]);
  }
  return found;
}

type CountedSuspicion = Pick<Suspicion, 'measured' | 'doubts'>;

/**
 * Reads the counts of the rules in doubted payloads. Leaves out samples and evidence, which are most of a suspicion and not needed
 * here.
 */
async function readCounted(db: Db, ids: number[]): Promise<ReadonlyMap<number, CountedSuspicion>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; counted: CountedSuspicion }>`
    select id, suspicion - '{message,samples,evidence}'::text[] as counted from raw_crawl_payloads
    where id = any(${ids}::bigint[]) and suspicion is not null
  `.execute(db);
  return new Map(rows.map(({ id, counted }) => [id, counted]));
}
