import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@temporalio/client';

export interface WorkflowCounts {
  started: number;
  completed: number;
  failed: number;
}

/** Visibility follows the histories by a moment: a workflow that has just closed may still be listed as running. */
const SETTLE_MS_MAX = 5_000;
const SETTLE_POLL_MS = 200;

/** Counts the workflows that started since a moment, from visibility; waits a little for running ones to be closed. */
export async function countWorkflows(client: Client, since: Date): Promise<WorkflowCounts> {
  const deadline = Date.now() + SETTLE_MS_MAX;
  for (;;) {
    const byStatus = await countByStatus(client, since);
    const running = byStatus.get('Running') ?? 0;
    if (running === 0 || Date.now() > deadline) {
      const sum = (...statuses: string[]): number =>
        statuses.reduce((total, status) => total + (byStatus.get(status) ?? 0), 0);
      return {
        started: [...byStatus.values()].reduce((total, count) => total + count, 0),
        completed: sum('Completed', 'ContinuedAsNew'),
        failed: sum('Failed', 'TimedOut', 'Terminated', 'Canceled'),
      };
    }
    await wait(SETTLE_POLL_MS);
  }
}

async function countByStatus(client: Client, since: Date): Promise<Map<string, number>> {
  const { groups } = await client.workflow.count(
    `StartTime >= "${since.toISOString()}" GROUP BY ExecutionStatus`,
  );
  return new Map(groups.map(({ groupValues, count }) => [String(groupValues[0]), count]));
}
