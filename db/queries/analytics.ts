import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { withStatementTimeout } from '../statement-timeout.ts';

/** The materialized views for analytics. */
export const ANALYTICS_VIEWS = [
  'analytics_dispensary_overview',
  'analytics_brand_presence',
  'analytics_current_prices',
  'analytics_price_history',
  'analytics_availability',
  'analytics_assortment_changes',
] as const;

/** The statement timeout of a refresh: long, because the views read the whole catalog. */
export const REFRESH_MS_MAX = 55 * 60_000;

/** Refreshes a view while readers use the old rows. Has a longer timeout than other statements. */
export async function refreshAnalyticsView(db: Db, view: (typeof ANALYTICS_VIEWS)[number]): Promise<void> {
  await withStatementTimeout(REFRESH_MS_MAX, () =>
    db
      .transaction()
      .execute((tx) => sql`refresh materialized view concurrently ${sql.table(view)}`.execute(tx)),
  );
}
