import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { FAN_OUT, OUTCOME } from '../temporal-config/search-attributes.ts';
import { countByStatus } from './count-workflows.ts';
import type { FollowOptions } from './follow-progress.ts';
import { readOutcome } from './steer-tasks.ts';

/** The chains of one fan-out, as far as they have come. */
export interface ChainCounts {
  running: number;
  completed: number;
  /** Over, and nothing went in: the menu is not believed. */
  unconfirmed: number;
  /** Failed, cancelled, terminated or timed out. */
  failed: number;
}

/** Visibility answers ten questions a second for everybody. */
const EVERY_MS = 2_000;

/** Visibility follows by a second or so: a chain that it does not show by then is deleted already. */
const SHOWN_WITHIN_MS = 60_000;

/**
 * Tells how far the chains of a fan-out are: at once, then each time that one has ended, until all of them have.
 * @param fanOut.id the id of its first run, which its chains carry
 * @param fanOut.started how many it has started
 */
export async function* followChains(
  client: Client,
  { id, started }: { id: string; started: number },
  { everyMs = EVERY_MS, signal = new AbortController().signal }: FollowOptions = {},
): AsyncGenerator<ChainCounts, void, undefined> {
  const giveUpAt = Date.now() + SHOWN_WITHIN_MS;
  let told = '';
  for (;;) {
    signal.throwIfAborted();
    const counts = await client.withAbortSignal(signal, () => countChains(client, id));
    if (JSON.stringify(counts) !== told) yield counts;
    told = JSON.stringify(counts);
    const areShown = endedOf(counts) >= started || Date.now() > giveUpAt;
    if (counts.running === 0 && areShown) return;
    await wait(everyMs, undefined, { signal });
  }
}

/** How many are over, however. */
export function endedOf({ completed, unconfirmed, failed }: ChainCounts): number {
  return completed + unconfirmed + failed;
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

/** A chain that did not complete. */
export interface FailedChain {
  workflowId: string;
  /** Why, in words. */
  error: string;
}

/** Chains of a fan-out that did not complete, so many at most. @param fanOut the id of its first run */
export async function listFailedChains(client: Client, fanOut: string, most: number): Promise<FailedChain[]> {
  const query = `${FAN_OUT.name} = "${fanOut}" AND ExecutionStatus NOT IN ("Running", "Completed")`;
  const failed: FailedChain[] = [];
  for await (const { workflowId, runId } of client.workflow.list({ query, pageSize: most })) {
    const { error } = await readOutcome(client, { workflowId, runId });
    failed.push({ workflowId, error: error ?? 'Temporal has deleted it.' });
    if (failed.length === most) break;
  }
  return failed;
}
