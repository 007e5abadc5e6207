import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { newIdempotencyKey } from '../../../api-client/change-headers.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { withApi } from '../../api/with-api.ts';
import { answer } from '../../output/print.ts';
import { formatRecovery } from './format-tasks.ts';
import { refuseNoId } from '../../refuse-no-id.ts';

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
  refuseNoId('task', id);
  const task =
    direct === true
      ? await (await import('./cancel-directly.ts')).cancelDirectly(id, command)
      : await withApi(command, (api) =>
          answerOf(api.POST('/api/tasks/{id}/cancel', { params: { path: { id } } })),
        );
  answer(task, { json }, () => `${id} was asked to end.`);
}

/** Retries a closed task. */
export async function retryTask(id: string, { json }: { json?: true }, command: Command): Promise<void> {
  refuseNoId('task', id);
  const header = { 'Idempotency-Key': newIdempotencyKey() };
  const started = await withApi(command, (api) =>
    answerOf(api.POST('/api/tasks/{id}/retry', { params: { path: { id }, header } })),
  );
  answer(started, { json }, () => `${started.id} ${describeRetry(started)}.`);
}

function describeRetry({ already_running: isRunning, scheduled_for: at }: Schemas['StartedTask']): string {
  if (isRunning) return 'is open already, and goes on';
  return at !== null && Date.parse(at) > Date.now() ? 'waits for its time again' : 'is started';
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
  const parameters = { header: { 'Idempotency-Key': newIdempotencyKey() } };
  const body = { threshold_minutes: threshold, dry_run: dryRun };
  const recovery = await withApi(command, (api) =>
    answerOf(api.POST('/api/tasks/recover-stale', { params: parameters, body })),
  );
  answer(recovery, { json }, formatRecovery);
  return recovery.tasks.every(({ outcome }) => outcome !== 'unsupported');
}
