import type { Client } from '@temporalio/client';
import { isClosed } from '../domain/task.ts';
import { callTemporal, unlessAway } from '../temporal-client/call-temporal.ts';
import { answerOf, querySummary } from '../temporal-client/follow-progress.ts';
import { readOutcome } from '../temporal-client/steer-tasks.ts';
import type { TaskDetail } from './task-detail.ts';

/** What the workflow of a task says itself. */
export interface TaskOutcome {
  /** Of an open one: how far it is. Null: no worker has it, and so none can answer, or it has said nothing yet. */
  progress: string | null;
  /** What a closed one has returned; null: nothing, or Temporal does not have it any more. */
  outcome: Record<string, unknown> | null;
}

/** Of a task of which nobody asked. */
export const NOT_ASKED: TaskOutcome = { progress: null, outcome: null };

/** A worker answers within milliseconds. */
const ANSWER_MS_MAX = 1_000;

/** Asks Temporal what the workflow of a task says itself. */
export async function readTaskOutcome(
  client: Client,
  { described, task }: Pick<TaskDetail, 'described'> & { task: Pick<TaskDetail['task'], 'status'> },
): Promise<TaskOutcome> {
  if (described === null) return NOT_ASKED;
  // The run may have closed after Temporal described it, and the ledger has that already.
  switch (isClosed(task.status) ? 'closed' : described.look.state) {
    case 'claimed':
    case 'running': {
      const answer = await answerOf(client, described.run, { ask: querySummary, waitMs: ANSWER_MS_MAX });
      return { progress: answer?.summary || null, outcome: null };
    }
    case 'closed': {
      const read = unlessAway(
        callTemporal(client, () => readOutcome(client, described.run)),
        null,
      );
      const { result } = (await read) ?? {};
      return {
        progress: null,
        outcome: typeof result === 'object' && result !== null ? { ...result } : null,
      };
    }
    default:
      return NOT_ASKED;
  }
}
