import { MockActivityEnvironment } from '@temporalio/testing';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createRefreshAnalyticsActivities } from '../../../activities/refresh-analytics.ts';
import { makeDispensary } from '../db/make-crawl.ts';
import { createTestDatabase } from '../../support/test-database.ts';

test('a view that cannot be refreshed leaves the others fresh, and is named', async () => {
  const { db } = await createTestDatabase();
  await makeDispensary(db);
  await sql`drop materialized view analytics_brand_presence`.execute(db);
  const activities = createRefreshAnalyticsActivities({ db });

  await expect(new MockActivityEnvironment().run(() => activities.refreshAnalyticsViews())).rejects.toThrow(
    'analytics_brand_presence could not be refreshed.',
  );
  const { rows } = await sql`select * from analytics_dispensary_overview`.execute(db);
  expect(rows).toHaveLength(1);
});
