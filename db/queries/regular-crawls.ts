import { sql } from 'kysely';
import type { PlatformName } from '../../domain/dispensary.ts';
import type { Db } from '../connect.ts';

/** Recurring crawls of due dispensaries. */
export interface RegularCrawls {
  /** `all`, or a two-letter state. */
  scope: string;
  /** Null: all platforms. */
  platform: PlatformName | null;
  intervalHours: number;
  /** Whether the dispensaries' own intervals apply. */
  ownIntervals: boolean;
}

/**
 * Counts the chains per hour that recurring crawls start, by platform. If several recurring crawls include a dispensary, the most
 * frequent one counts. A dispensary's own interval can only make its crawls less frequent, since nothing checks for due dispensaries
 * between recurring crawls.
 */
export async function countRegularCrawls(
  db: Db,
  crawls: RegularCrawls[],
): Promise<Map<PlatformName, number>> {
  const { rows } = await sql<{ platform: PlatformName; perHour: number }>`
    select platform, sum(per_hour)::float8 as "perHour" from (
      select store.id, store.platform, max(1 / greatest(crawls."intervalHours",
        case when crawls."ownIntervals" then coalesce(crawl_interval_hours, adapted_interval_hours) end)) as per_hour
      from dispensaries store
      join json_to_recordset(${JSON.stringify(crawls)}::json)
        as crawls (scope text, platform text, "intervalHours" float8, "ownIntervals" boolean)
        on crawls.scope in ('all', store.state) and coalesce(crawls.platform, store.platform) = store.platform
      where store.crawl_enabled and store.closed_at is null
      group by store.id
    ) each_store group by platform
  `.execute(db);
  return new Map(rows.map(({ platform, perHour }) => [platform, perHour]));
}
