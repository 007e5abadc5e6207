import type { Context } from 'hono';
import { startedRun, startNoted, type StartRequest } from '../../ledger/note-start.ts';
import { toTask } from '../../reports/task-answer.ts';
import { taskOf } from '../../reports/task.ts';
import type { TaskPlan } from '../../temporal-client/task-plans.ts';
import type { ApiEnv, ApiTools } from '../api-env.ts';
import { readReason } from '../reason.ts';
import type { NewTask } from '../schemas/new-task.ts';
import { planTask } from './plan-task.ts';

export const STATUSES = { running: 200, started: 201, later: 202 } as const;

/** Starts what a request asks for, and responds with the task. */
export async function startTask(c: Context<ApiEnv>, tools: ApiTools, task: NewTask) {
  const plan = await planTask(tools, task);
  const { scheduled_for: at, max_retries: maxRetries } = task;
  return answerStart(c, tools, { plan, maxRetries, at: at === undefined ? undefined : new Date(at) });
}

/** Starts a plan, and responds with the task. */
export async function answerStart(
  c: Context<ApiEnv>,
  tools: ApiTools,
  { plan, ...wishes }: { plan: TaskPlan } & Pick<StartRequest, 'maxRetries' | 'at'>,
) {
  const started = await startNoted(tools, plan, { ...wishes, ...requesterOf(c) });
  const { outcome, workflowId, runId } = started;
  c.set('started', { workflowId, runId });
  const shown = toTask(taskOf(await startedRun(tools, started)));
  return c.json({ ...shown, already_running: outcome === 'running' }, STATUSES[outcome]);
}

/** Returns the caller, the reason, and the start's id, which makes a repeat of the request start nothing. */
export function requesterOf(
  c: Context<ApiEnv>,
): Pick<StartRequest, 'startId' | 'requestedBy' | 'reason'> & { startId: string } {
  const requestedBy = c.get('actor')?.name ?? null;
  return { startId: c.get('startId'), requestedBy, reason: readReason(c) };
}
