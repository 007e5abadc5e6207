import type { Db } from '../connect.ts';

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
