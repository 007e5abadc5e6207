import type { Client } from '@temporalio/client';
import { FAN_OUT, OUTCOME } from '../temporal-config/search-attributes.ts';
import { countByStatus } from './count-workflows.ts';

/** The chains of one fan-out, as far as they have come. */
export interface ChainCounts {
  running: number;
  completed: number;
  /** Over, and nothing went in: the menu is not believed. */
  unconfirmed: number;
  /** Failed, cancelled, terminated or timed out. */
  failed: number;
}

/** How far the chains of a fan-out are now. @param fanOut the id of its first run */
export async function countChains(client: Client, fanOut: string): Promise<ChainCounts> {
  const query = `${FAN_OUT.name} = "${fanOut}"`;
  const byStatus = await countByStatus(client, query);
  const all = [...byStatus.values()].reduce((total, count) => total + count, 0);
  const [running = 0, closedWell = 0] = [byStatus.get('Running'), byStatus.get('Completed')];
  const unconfirmed = closedWell === 0 ? 0 : await countUnconfirmed(client, query);
  // Between the two questions more may have closed.
  const completed = Math.max(0, closedWell - unconfirmed);
  return { running, completed, unconfirmed, failed: all - running - closedWell };
}

async function countUnconfirmed(client: Client, query: string): Promise<number> {
  const closed = `${query} AND ExecutionStatus = "Completed" AND ${OUTCOME.name} = "unconfirmed"`;
  return (await client.workflow.count(closed)).count;
}
