import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/** The materialized views for analytics. */
export const ANALYTICS_VIEWS = [
  'analytics_dispensary_overview',
  'analytics_brand_presence',
  'analytics_current_prices',
  'analytics_price_history',
  'analytics_availability',
  'analytics_assortment_changes',
] as const;

/** Computes a view anew while readers go on with the old rows; it may take longer than other statements. */
export async function refreshAnalyticsView(db: Db, view: (typeof ANALYTICS_VIEWS)[number]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '55 min'`.execute(tx);
    await sql`refresh materialized view concurrently ${sql.table(view)}`.execute(tx);
  });
}
