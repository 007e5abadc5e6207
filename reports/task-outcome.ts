import type { Client } from '@temporalio/client';
import { isClosed } from '../domain/task.ts';
import { callTemporal, unlessAway } from '../temporal-client/call-temporal.ts';
import { answerOf, querySummary } from '../temporal-client/follow-progress.ts';
import { readOutcome } from '../temporal-client/steer-tasks.ts';
import type { TaskDetail } from './task-detail.ts';

/** What the workflow of a task reports about itself. */
export interface TaskOutcome {
  /**
   * The progress of an open task; null: the task is closed, no worker holds it and can answer the query, or it has reported nothing yet.
   */
  progress: string | null;
  /** The result of a closed task; null: the task is open or returned no object, or Temporal has deleted it or does not answer. */
  outcome: Record<string, unknown> | null;
}

/** The outcome of a task that was not queried. */
export const NOT_ASKED: TaskOutcome = { progress: null, outcome: null };

/** How long to wait for the answer to a query; a healthy worker answers within milliseconds. */
const ANSWER_MS_MAX = 1_000;

/** Queries an open workflow for its progress, or reads the result of a closed one. */
export async function readTaskOutcome(
  client: Client,
  { described, task }: Pick<TaskDetail, 'described'> & { task: Pick<TaskDetail['task'], 'status'> },
): Promise<TaskOutcome> {
  if (described === null) return NOT_ASKED;
  // The ledger may already know that the run closed after Temporal described it.
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
