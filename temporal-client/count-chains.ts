import type { Client } from '@temporalio/client';
import { FAN_OUT, OUTCOME } from '../temporal-config/search-attributes.ts';
import { countByStatus } from './count-workflows.ts';

/** The chains of one fan-out, counted by status. */
export interface ChainCounts {
  running: number;
  completed: number;
  /** Ended without ingesting anything, because the menu was not believed. */
  unconfirmed: number;
  /** Failed, cancelled, terminated or timed out. */
  failed: number;
}

/** Counts the chains of a fan-out by status. @param fanOut the id of its first run */
export async function countChains(client: Client, fanOut: string): Promise<ChainCounts> {
  const query = `${FAN_OUT.name} = "${fanOut}"`;
  const byStatus = await countByStatus(client, query);
  const all = [...byStatus.values()].reduce((total, count) => total + count, 0);
  const [running = 0, closedWell = 0] = [byStatus.get('Running'), byStatus.get('Completed')];
  const unconfirmed = closedWell === 0 ? 0 : await countUnconfirmed(client, query);
  // More chains may have closed between the two counts.
  const completed = Math.max(0, closedWell - unconfirmed);
  return { running, completed, unconfirmed, failed: all - running - closedWell };
}

async function countUnconfirmed(client: Client, query: string): Promise<number> {
  const closed = `${query} AND ExecutionStatus = "Completed" AND ${OUTCOME.name} = "unconfirmed"`;
  return (await client.workflow.count(closed)).count;
}
