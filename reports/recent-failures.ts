import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { countRecentFailures, type FailureCount } from '../db/queries/recent-crawls.ts';
import { createTaskBook } from './task-book.ts';
import { readTaskDetail } from './task-detail.ts';

const HOUR_MS = 3_600_000;

/**
 * The tasks that failed within the last hour, by kind: chains as the ledger has them, then by role those that it does not
 * know, as chains that failed before they began, refreshes and discoveries.
 */
export async function readRecentFailures(db: Db, client: Client): Promise<FailureCount[]> {
  const { items } = await createTaskBook({ db, client }).closedElsewhere({ statuses: ['failed'] });
  const since = Date.now() - HOUR_MS;
  const recent = items.filter(({ completed_at: endedAt }) => endedAt !== null && endedAt.getTime() > since);
  const elsewhere = [...Map.groupBy(recent, ({ role }) => role)].map(async ([role, tasks]) => {
    const [newest] = tasks;
    const detail =
      newest === undefined
        ? null
        : await readTaskDetail({ db, client }, { workflowId: newest.workflow_id, runId: newest.run_id });
    return {
      errorKind: `${role}, not in the ledger`,
      count: tasks.length,
      message: detail?.task.error_message ?? '',
    };
  });
  return [...(await countRecentFailures(db)), ...(await Promise.all(elsewhere))];
}
