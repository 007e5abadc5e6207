import { sql } from 'kysely';
import type { PlatformName } from '../../domain/dispensary.ts';
import type { Db } from '../connect.ts';

/** A persisted query: the hash that represents an operation's text. */
export interface PersistedQuery {
  platform: PlatformName;
  operation: string;
  hash: string;
}

/** What crawls have learned about a platform's persisted queries. */
export interface FoundQueries {
  /** The last hash that a page used, by operation. */
  learned: Record<string, string>;
  rejected: Set<string>;
}

/** A rejected hash is tried again after this time: a platform that rolls back a release accepts it again. */
const REJECTED_FOR_HOURS = 24;

/** Loads what is known of a platform's persisted queries. A hash that a page used after its rejection counts as known. */
export async function loadFoundQueries(db: Db, platform: PlatformName): Promise<FoundQueries> {
  const { rows } = await sql<{ operation: string; hash: string; is_rejected: boolean; is_learned: boolean }>`
    select operation, hash, learned_at is not null as is_learned,
      rejected_at is not null and rejected_at > coalesce(learned_at, '-infinity')
        and rejected_at > now() - ${REJECTED_FOR_HOURS} * interval '1 hour' as is_rejected
    from persisted_queries where platform = ${platform}
    order by learned_at nulls first
  `.execute(db);
  const usable = rows.filter((row) => row.is_learned && !row.is_rejected);
  return {
    // Rows are ordered by when they were learned, so the last hash of an operation wins.
    learned: Object.fromEntries(usable.map(({ operation, hash }) => [operation, hash])),
    rejected: new Set(rows.filter((row) => row.is_rejected).map(({ hash }) => hash)),
  };
}

/** Records that a page of the platform used a query. */
export async function learnPersistedQuery(db: Db, query: PersistedQuery): Promise<void> {
  await note(db, query, 'learned_at');
}

/** Records that the platform does not know a query. */
export async function rejectPersistedQuery(db: Db, query: PersistedQuery): Promise<void> {
  await note(db, query, 'rejected_at');
}

async function note(db: Db, query: PersistedQuery, at: 'learned_at' | 'rejected_at'): Promise<void> {
  await sql`
    insert into persisted_queries (platform, operation, hash, ${sql.ref(at)})
    values (${query.platform}, ${query.operation}, ${query.hash}, clock_timestamp())
    on conflict (platform, operation, hash) do update set ${sql.ref(at)} = clock_timestamp()
  `.execute(db);
}
