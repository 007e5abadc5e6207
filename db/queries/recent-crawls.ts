import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import type { RunStatus } from '../../domain/crawl-run.ts';
import type { ChainRole } from '../../domain/role.ts';

/** A chain, as people see it. */
export interface RecentCrawl {
  dispensaryId: number;
  dispensaryName: string;
  role: ChainRole;
  status: RunStatus;
  startedAt: Date;
  endedAt: Date | null;
  /** Products that went in; null where none did. */
  products: number | null;
  errorKind: string | null;
}

/** The chains that began last, newest first. */
export async function listRecentCrawls(db: Db, limit: number): Promise<RecentCrawl[]> {
  const { rows } = await sql<RecentCrawl>`
    select store.id as "dispensaryId", store.name as "dispensaryName", run.role, run.status,
      run.started_at as "startedAt", run.ended_at as "endedAt", (run.counts ->> 'products')::int as products,
      run.error_kind as "errorKind"
    from crawl_runs run join dispensaries store on store.id = run.dispensary_id
    order by run.id desc limit ${limit}
  `.execute(db);
  return rows;
}

/** When the newest chain began; null: none ever did. */
export async function readLastCrawlStart(db: Db): Promise<Date | null> {
  const newest = await db
    .selectFrom('crawl_runs')
    .select('started_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.started_at ?? null;
}
