import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/** The materialized views for analytics. */
export const ANALYTICS_VIEWS = ['analytics_dispensary_overview', 'analytics_brand_presence'] as const;

/** Computes the views anew while readers go on with the old rows. */
export async function refreshAnalyticsView(db: Db, view: (typeof ANALYTICS_VIEWS)[number]): Promise<void> {
  await sql`refresh materialized view concurrently ${sql.table(view)}`.execute(db);
}
