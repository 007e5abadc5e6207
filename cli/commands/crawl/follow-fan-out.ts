import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import { readNextTry, type TriedTask } from '../../api/next-try.ts';
import { formatAway, unlessAway } from '../../api/unless-away.ts';
import type { Waiting } from '../../wait-for-work.ts';

/** How many failed chains to name; `tasks list --status failed` shows all of them. */
const NAMED_MAX = 10;

/** Milliseconds between two reads: visibility allows ten requests a second in total. */
const LOOK_EVERY_MS = 2_000;

/**
 * Milliseconds in which each started chain has to appear. Visibility and the ledger lag by some seconds; a chain that is still
 * missing after this time has been deleted.
 */
const SHOWN_WITHIN_MS = 60_000;

type FanOut = Schemas['FanOutDetail'];

/** A chain that did not complete, and its next try. */
interface FailedChain extends TriedTask {
  workflow_id: string;
  error: string;
}

/** How a fan-out and its chains have ended, as `--json` prints it. */
export interface EndedFanOut {
  started: number;
  already_running: number;
  chains: { running: number; completed: number; unconfirmed: number; failed: number };
  /** Chains that did not complete, at most `NAMED_MAX` of them. */
  failed: FailedChain[];
  /** Why the fan-out itself did not complete. */
  error: string | null;
}

/** Shows the progress of a fan-out until its chains have ended. The fan-out itself ends earlier, once it has started all chains. */
export async function followFanOut(
  api: ApiClient,
  { id, workflow_id: name }: Pick<Schemas['StartedFanOut'], 'id' | 'workflow_id'>,
  waiting: Waiting,
): Promise<EndedFanOut> {
  const { signal, show } = waiting;
  let [started, joined] = [0, 0];
  let giveUpAt: number | null = null;
  for (;;) {
    signal.throwIfAborted();
    const found = await unlessAway(
      answerOf(api.GET('/api/fan-outs/{id}', { params: { path: { id } }, signal })),
      signal,
    );
    if (typeof found === 'string') show(formatAway(name, found));
    else {
      // While no worker answers the query for these numbers, the last known ones stay.
      started = found.chains_started ?? started;
      joined = found.chains_running_before ?? joined;
      const chains = chainsOf(found);
      const isOver = found.status !== 'running' && chains.running === 0;
      giveUpAt ??= isOver ? Date.now() + SHOWN_WITHIN_MS : null;
      if (isOver && (endedOf(chains) >= started || Date.now() > (giveUpAt ?? 0))) {
        const failed = await listFailed(api, found, waiting);
        return { started, already_running: joined, chains, failed, error: errorOf(found) };
      }
      show(`${name}: ${formatStep(found, started)}${await formatWait(api, found, signal)}`);
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

function chainsOf(fanOut: FanOut): EndedFanOut['chains'] {
  return {
    running: fanOut.chains_open ?? 0,
    completed: fanOut.chains_completed ?? 0,
    unconfirmed: fanOut.chains_unconfirmed ?? 0,
    failed: fanOut.chains_failed ?? 0,
  };
}

function endedOf({ completed, unconfirmed, failed }: EndedFanOut['chains']): number {
  return completed + unconfirmed + failed;
}

function errorOf({ status, error }: FanOut): string | null {
  return status === 'completed' ? null : (error ?? `it is ${status}`);
}

function formatStep(fanOut: FanOut, started: number): string {
  const { status, summary, waiting_for: waits } = fanOut;
  if (waits !== null) return `waits for ${waits}`;
  if (status === 'running') return summary ?? 'no worker reports its progress';
  const chains = chainsOf(fanOut);
  return `${endedOf(chains)} of ${started} chains have ended, ${chains.failed} failed`;
}

/** Describes what the chain that has waited longest waits for; empty if no chain waits, or the reason is not known. */
async function formatWait(api: ApiClient, fanOut: FanOut, signal: AbortSignal): Promise<string> {
  if (fanOut.waiting_for !== null || (fanOut.chains_open ?? 0) === 0) return '';
  const query = { ...ofFanOut(fanOut), status: 'pending', order: 'asc', limit: 1 } as const;
  const found = await unlessAway(answerOf(api.GET('/api/tasks', { params: { query }, signal })), signal);
  const chain = typeof found === 'string' ? undefined : found.items[0];
  return chain?.waiting_for == null ? '' : `; ${chain.workflow_id} waits for ${chain.waiting_for}`;
}

async function listFailed(api: ApiClient, fanOut: FanOut, waiting: Waiting): Promise<EndedFanOut['failed']> {
  const { signal } = waiting;
  const wanted = Math.min(fanOut.chains_failed ?? 0, NAMED_MAX);
  if (wanted === 0) return [];
  const query = { ...ofFanOut(fanOut), status: 'failed,cancelled', limit: wanted } as const;
  const giveUpAt = Date.now() + SHOWN_WITHIN_MS;
  for (;;) {
    signal.throwIfAborted();
    const found = await unlessAway(answerOf(api.GET('/api/tasks', { params: { query }, signal })), signal);
    const items = typeof found === 'string' ? [] : found.items;
    if (items.length === wanted || Date.now() > giveUpAt)
      return Promise.all(
        items.map(async ({ id, workflow_id, completed_at, status, error_message }) => ({
          id,
          workflow_id,
          error: error_message ?? `it is ${status}`,
          tried_again: await readNextTry(api, { id, completed_at }, waiting),
        })),
      );
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** Creates the filter for the chains of this fan-out. `since` leaves out chains that earlier runs of its workflow started. */
function ofFanOut({ workflow_id, created_at }: FanOut): { started_by: string; since: string } {
  return { started_by: workflow_id, since: created_at };
}
