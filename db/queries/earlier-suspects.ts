import { sql } from 'kysely';
import { agrees } from '../../domain/belief/confirm-menu.ts';
import type { Suspicion } from '../../domain/belief/suspicion.ts';
import type { Db } from '../connect.ts';

/** A payload that waits for a decision, seen from a later one of its store. */
export interface EarlierSuspect {
  id: number;
  fetched_at: Date;
  /** Whether it saw what is doubted in the later one: it is confirmed with that one, and else rejected. */
  agrees: boolean;
}

/** Of each payload; a store in doubt is fetched a few times a day. */
const EARLIER_MAX = 50;

/**
 * The payloads that were fetched before others of their store and wait for a decision too, by the id of the later one, the
 * newest first. Those that are decided and went in have none: nothing more is decided with them.
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

/** What the rules counted in payloads that are doubted. Samples and evidence are most of a suspicion, and say nothing here. */
async function readCounted(db: Db, ids: number[]): Promise<ReadonlyMap<number, CountedSuspicion>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; counted: CountedSuspicion }>`
    select id, suspicion - '{message,samples,evidence}'::text[] as counted from raw_crawl_payloads
    where id = any(${ids}::bigint[]) and suspicion is not null
  `.execute(db);
  return new Map(rows.map(({ id, counted }) => [id, counted]));
}
