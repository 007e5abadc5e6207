import { sql } from 'kysely';
import { NEVER_CONFIRMED } from '../../domain/belief/confirm-menu.ts';
import type { Db } from '../connect.ts';
import { findEarlierSuspects } from './earlier-suspects.ts';

/** How many doubted menus wait for a decision, grouped by what will end the doubt about them (`findDoubtEnd`). */
export interface DoubtEndCounts {
  lookAgain: number;
  /** When the last of the waiting crawls is due; null: none waits. */
  lastLookAt: Date | null;
  nextCrawl: number;
  person: number;
}

/** SQL: whether a payload has a fault that no further look confirms. Suspicions of earlier versions have a single fault. */
const IS_NEVER_CONFIRMED = sql<boolean>`
  coalesce(payload.suspicion -> 'faults', jsonb_build_array(payload.suspicion -> 'fault')) ?| ${[...NEVER_CONFIRMED]}::text[]
`;

interface Ended {
  by: 'lookAgain' | 'nextCrawl' | 'person' | 'unclear';
  /**
   * The payload of an unclear menu: its store's waiting crawl was scheduled before it arrived, and the store had
   * another doubted menu by then. Null: the row counts menus that are clear.
   */
  id: number | null;
  count: number;
  /** When the waiting crawl of an unclear menu was scheduled. */
  since: Date | null;
  due: Date | null;
}

/** Counts the doubted menus by what will end the doubt. @param lookPrefix the prefix of the waiting crawls' workflow ids */
export async function countDoubtEnds(db: Db, lookPrefix: string): Promise<DoubtEndCounts> {
  const { rows } = await sql<Ended>`
    with doubted as (
      select payload.id, payload.fetched_at, look.created_at as since, look.scheduled_for as due,
        min(payload.fetched_at) over (partition by payload.dispensary_id) as first_at,
        ${IS_NEVER_CONFIRMED} or payload.suspicion -> 'measured' is null
          or not store.crawl_enabled or store.closed_at is not null as needs_person
      from raw_crawl_payloads payload join dispensaries store on store.id = payload.dispensary_id
      left join runs look on look.workflow_id = ${lookPrefix} || payload.dispensary_id
        and look.ended_as is null and look.scheduled_for is not null
      where payload.verdict = 'suspect'
    ), ended as (
      select *, case when needs_person then 'person' when fetched_at <= since then 'lookAgain'
        when first_at <= since then 'unclear' else 'nextCrawl' end as by
      from doubted
    )
    select by, case when by = 'unclear' then id end as id, count(*)::int as count, max(since) as since, max(due) as due
    from ended group by 1, 2
  `.execute(db);
  const unclear = rows.filter(({ by }) => by === 'unclear');
  const awaited = await findAwaited(db, unclear);
  const looks = [...rows.filter(({ by }) => by === 'lookAgain'), ...awaited];
  const count = (some: readonly Ended[]) => some.reduce((sum, one) => sum + one.count, 0);
  const lastMs = Math.max(...looks.map(({ due }) => due?.getTime() ?? 0));
  return {
    lookAgain: count(looks),
    lastLookAt: looks.length === 0 ? null : new Date(lastMs),
    nextCrawl: count(rows.filter(({ by }) => by === 'nextCrawl')) + unclear.length - awaited.length,
    person: count(rows.filter(({ by }) => by === 'person')),
  };
}

/** Finds the unclear menus whose waiting crawl was scheduled for an earlier menu that agrees with them. */
async function findAwaited(db: Db, unclear: readonly Ended[]): Promise<Ended[]> {
  const earlier = await findEarlierSuspects(
    db,
    unclear.flatMap(({ id }) => (id === null ? [] : [id])),
  );
  return unclear.filter(({ id, since }) =>
    (earlier.get(id ?? 0) ?? []).some(
      ({ agrees, fetched_at: at }) => agrees && since !== null && at <= since,
    ),
  );
}
