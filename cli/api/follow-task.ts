import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf } from '../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../api-client/create-api-client.ts';
import { isClosed } from '../../domain/task.ts';
import type { Waiting } from '../wait-for-work.ts';
import { formatAway, TEMPORAL_AWAY, unlessAway } from './unless-away.ts';

/** A task as the API shows it by its id. */
export type TaskDetail = Schemas['TaskDetail'];

/**
 * Shows what a task waits for, or its progress, until it has ended.
 * @returns the closed task
 */
export async function followTask(
  api: ApiClient,
  { task_id: id, workflow_id: name }: Pick<Schemas['TaskStart'], 'task_id' | 'workflow_id'>,
  { signal, show, everyMs }: Waiting,
): Promise<TaskDetail> {
  const parameters = { path: { id }, query: { details: 'true' } } as const;
  for (;;) {
    signal.throwIfAborted();
    const found = await unlessAway(
      answerOf(api.GET('/api/tasks/{id}', { params: parameters, signal })),
      signal,
    );
    const detail = typeof found !== 'string' && found.stale ? TEMPORAL_AWAY : found;
    // While Temporal is away, the ledger may show the end of an earlier attempt.
    if (typeof detail !== 'string' && isClosed(detail.status)) return detail;
    show(typeof detail === 'string' ? formatAway(name, detail) : formatStep(detail));
    await sleep(everyMs, undefined, { signal });
  }
}

function formatStep(task: TaskDetail): string {
  const { workflow_id: name, waiting_for: waits, progress_message: progress, stage, status } = task;
  const requested = task.cancel_requested ? '; its cancellation was requested' : '';
  return `${name}: ${waits === null ? (progress ?? stage ?? status) : `waits for ${waits}`}${requested}`;
}
