import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { CountedChains } from '../domain/crawl-due.ts';
import { FAN_OUT } from '../temporal-config/search-attributes.ts';

export interface WorkflowCounts {
  started: number;
  completed: number;
  failed: number;
}

/** Visibility lags behind the histories: a workflow that has just closed may still be listed as running. */
const SETTLE_MS_MAX = 5_000;
const SETTLE_POLL_MS = 200;

/** Counts the workflows started since a moment, from visibility. Waits briefly for running ones to close. */
export async function countWorkflows(client: Client, since: Date): Promise<WorkflowCounts> {
  const deadline = Date.now() + SETTLE_MS_MAX;
  for (;;) {
    const byStatus = await countByStatus(client, `StartTime >= "${since.toISOString()}"`);
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

/**
 * Counts the chains that a fan-out has started. Visibility lags: new chains may be missing, and closed ones may still count as
 * running. An open chain never counts as closed.
 */
export async function countFanOut(client: Client, fanOut: string): Promise<CountedChains> {
  const byStatus = await countByStatus(client, `${FAN_OUT.name} = "${fanOut}"`);
  const all = [...byStatus.values()].reduce((total, count) => total + count, 0);
  const running = byStatus.get('Running') ?? 0;
  return { running, closed: all - running };
}

/** Counts the workflows that match a query, by status. */
export async function countByStatus(client: Client, query: string): Promise<Map<string, number>> {
  const { groups } = await client.workflow.count(`${query} GROUP BY ExecutionStatus`);
  return new Map(groups.map(({ groupValues, count }) => [String(groupValues[0]), count]));
}
