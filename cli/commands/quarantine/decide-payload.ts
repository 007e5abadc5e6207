import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { followTask } from '../../api/follow-task.ts';
import { withApi } from '../../api/with-api.ts';
import { CommandFailed } from '../../command-failed.ts';
import { timeOf } from '../../output/format-time.ts';
import { answer, printLine } from '../../output/print.ts';
import { waitForWork } from '../../wait-for-work.ts';

/** The options of `quarantine confirm` and `quarantine reject`. */
export interface DecisionOptions {
  by: string;
  reason?: string;
  json?: true;
}

/**
 * Confirms a payload, and waits until it is ingested.
 * @throws CommandFailed if its ingest did not complete
 */
export async function confirmPayload(id: number, options: DecisionOptions, command: Command): Promise<void> {
  const { json } = options;
  await withApi(command, async (api) => {
    const decided = await decide(api, id, { decision: 'confirm', ...options });
    const { task } = decided;
    if (json !== true)
      printLine(
        task === null
          ? `Payload ${id} was confirmed by ${decided.payload.decided_by} at ${timeOf(decided.payload.decided_at)}, and is not ingested again.`
          : `Payload ${id} is confirmed; the workflow ${task.workflow_id} ingests it…`,
      );
    if (task !== null && !(await untilIngested(api, task))) return;
    const payload = await answerOf(api.GET('/api/payloads/{id}', { params: { path: { id } } }));
    const { products, added, missed } = payload.ingest_counts ?? {};
    answer(
      { ...decided, payload },
      { json },
      () => `Products: ${products}, new: ${added}, missed: ${missed}.`,
    );
  });
}

/** Waits for the ingest. @returns false if the user has stopped waiting */
async function untilIngested(api: ApiClient, task: Schemas['TaskStart']): Promise<boolean> {
  const what = { name: task.workflow_id, shownBy: `tasks show ${task.task_id}` };
  const ended = await waitForWork(what, (waiting) => followTask(api, task, waiting));
  if (ended === null || ended.status === 'completed') return ended !== null;
  throw new CommandFailed(withoutControls(`${ended.workflow_id} is ${ended.status}: ${ended.error_message}`));
}

/** Sends a decision about a payload. */
export function decide(
  api: ApiClient,
  id: number,
  { decision, by, reason }: Pick<Schemas['DecisionRequest'], 'decision'> & DecisionOptions,
): Promise<Schemas['Decision']> {
  return answerOf(
    api.POST('/api/payloads/{id}/decision', {
      params: { path: { id } },
      body: { decision, reason: reason ?? null, decided_by: by },
    }),
  );
}
