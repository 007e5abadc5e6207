import type { Db } from '../connect.ts';

/** Reads when the newest chain began; null: none ever began. */
export async function readLastCrawlStart(db: Db): Promise<Date | null> {
  const newest = await db
    .selectFrom('crawl_runs')
    .select('started_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.started_at ?? null;
}

/** Whether a chain of a dispensary has succeeded since a moment: its menu was ingested, or doubted. */
export async function hasCrawledSince(db: Db, dispensaryId: number, since: Date): Promise<boolean> {
  const crawled = await db
    .selectFrom('crawl_runs')
    .select('id')
    .where('dispensary_id', '=', dispensaryId)
    .where('status', 'in', ['completed', 'unconfirmed'])
    .where('ended_at', '>', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return crawled !== undefined;
}
