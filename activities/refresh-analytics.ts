import { Context } from '@temporalio/activity';
import type { Db } from '../db/connect.ts';
import { ANALYTICS_VIEWS, REFRESH_MS_MAX, refreshAnalyticsView } from '../db/queries/analytics.ts';
import { heartbeatWhile } from '../stages/heartbeat-while.ts';

/** Creates the activities that refresh the analytics. */
export function createRefreshAnalyticsActivities({ db }: { db: Db }) {
  return {
    /**
     * Refreshes each materialized view without blocking readers. A view that fails does not stop the others.
     * @throws AggregateError at the end, with the error of each failed view
     */
    async refreshAnalyticsViews(): Promise<{ views: string[] }> {
      const failures: Error[] = [];
      for (const view of ANALYTICS_VIEWS) {
        await heartbeatWhile(
          () => view,
          () => refreshAnalyticsView(db, view),
          // A single statement, which reports no progress until its end.
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
