import type { Db } from '../db/connect.ts';
import { ANALYTICS_VIEWS, refreshAnalyticsView } from '../db/queries/analytics.ts';
import { heartbeatWhile } from './heartbeat-while.ts';

/** Activities that compute analytics. */
export function createRefreshAnalyticsActivities({ db }: { db: Db }) {
  return {
    /** Refreshes each materialized view while readers go on. */
    async refreshAnalyticsViews(): Promise<{ views: string[] }> {
      for (const view of ANALYTICS_VIEWS) {
        await heartbeatWhile(
          () => view,
          () => refreshAnalyticsView(db, view),
        );
      }
      return { views: [...ANALYTICS_VIEWS] };
    },
  };
}
