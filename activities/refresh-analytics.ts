import { Context } from '@temporalio/activity';
import type { Db } from '../db/connect.ts';
import { ANALYTICS_VIEWS, REFRESH_MS_MAX, refreshAnalyticsView } from '../db/queries/analytics.ts';
import { heartbeatWhile } from '../stages/heartbeat-while.ts';

/** Activities that compute analytics. */
export function createRefreshAnalyticsActivities({ db }: { db: Db }) {
  return {
    /**
     * Refreshes each materialized view while readers go on. One that fails leaves the others fresh.
     * @throws AggregateError at the end, with what each failed view said
     */
    async refreshAnalyticsViews(): Promise<{ views: string[] }> {
      const failures: Error[] = [];
      for (const view of ANALYTICS_VIEWS) {
        await heartbeatWhile(
          () => view,
          () => refreshAnalyticsView(db, view),
          // One statement, which answers at its end.
          { stillMsMax: REFRESH_MS_MAX },
        ).catch((cause: unknown) => failures.push(new Error(`${view} could not be refreshed.`, { cause })));
        Context.current().cancellationSignal.throwIfAborted();
      }
      if (failures.length > 0) {
        throw new AggregateError(failures, failures.map(({ message }) => message).join(' '), {
          cause: failures[0],
        });
      }
      return { views: [...ANALYTICS_VIEWS] };
    },
  };
}
