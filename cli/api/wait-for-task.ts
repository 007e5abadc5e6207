import { setTimeout as pause } from 'node:timers/promises';
import { answerOf } from '../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../api-client/create-api-client.ts';
import { OPEN_STATUSES } from '../../domain/task.ts';
import { withoutControls } from '../../domain/without-controls.ts';
import { CommandFailed } from '../command-failed.ts';

/** Milliseconds between two looks at a task that a person waits for. */
const LOOK_EVERY_MS = 500;

/**
 * Waits until a task has completed.
 * @throws CommandFailed when it ended otherwise
 */
export async function waitForTask(api: ApiClient, { task_id: id }: Schemas['TaskStart']): Promise<void> {
  for (;;) {
    const path = { id };
    const task = await answerOf(api.GET('/api/tasks/{id}', { params: { path } }));
    if (task.status === 'completed') return;
    if (!OPEN_STATUSES.some((status) => status === task.status))
      throw new CommandFailed(withoutControls(`${task.workflow_id} ${describeEnd(task)}`));
    await pause(LOOK_EVERY_MS);
  }
}

function describeEnd({ status, error_message: message }: Schemas['Task']): string {
  return message === null ? `ended as ${status}.` : `${status}: ${message}`;
}
