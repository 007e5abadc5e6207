import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { withApi } from '../../api/with-api.ts';
import { answer } from '../../output/print.ts';
import { formatRecovery } from './format-tasks.ts';
import { requireId } from '../../require-id.ts';

interface CancelOptions {
  direct?: true;
  json?: true;
}

/** Requests the cancellation of an open task. */
export async function cancelTask(
  id: string,
  { direct, json }: CancelOptions,
  command: Command,
): Promise<void> {
  requireId('task', id);
  const task =
    direct === true
      ? await (await import('./cancel-directly.ts')).cancelDirectly(id, command)
      : await withApi(command, (api) =>
          answerOf(api.POST('/api/tasks/{id}/cancel', { params: { path: { id } } })),
        );
  answer(task, { json }, () => `The cancellation of ${id} was requested.`);
}

interface RecoverOptions {
  threshold: number;
  dryRun?: boolean;
  json?: true;
}

/**
 * Resets the activities of stuck tasks.
 * @returns false if the Temporal server is too old to reset activities
 */
export async function recoverTasks(
  { threshold, dryRun = false, json }: RecoverOptions,
  command: Command,
): Promise<boolean> {
  const body = { threshold_minutes: threshold, dry_run: dryRun };
  const recovery = await withApi(command, (api) => answerOf(api.POST('/api/tasks/recover-stale', { body })));
  answer(recovery, { json }, formatRecovery);
  return recovery.tasks.every(({ outcome }) => outcome !== 'unsupported');
}
