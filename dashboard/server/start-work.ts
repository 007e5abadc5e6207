import type { components, paths } from '../../api-client/api-types.ts';
import { listRuns, type ListedRun } from './api-client.ts';
import { answerOf, type Answered } from '../../api-client/answer-of.ts';
import { api } from './api.ts';
import { changeHeaders } from '../../api-client/change-headers.ts';

export type NewTask = components['schemas']['NewTask'];
type NewResync = components['schemas']['NewResync'];
export type Recovered = components['schemas']['RecoveredTasks'];
type DispensaryPage = paths['/api/dispensaries']['get']['responses'][200]['content']['application/json'];
export type Dispensary = DispensaryPage['items'][number];

/** What is to be started: one task, or crawls of all dispensaries of a state. */
export type NewWork = { task: NewTask } | { resync: NewResync };

/** What came of it. */
export interface StartedWork {
  /** Of the task; null for a fan-out, which starts tasks. */
  taskId: string | null;
  workflowId: string;
  isAlreadyRunning: boolean;
  /** Null: it begins at once, as it does at a time that is past. */
  scheduledFor: string | null;
  /** Where a fan-out stands that was running already, and how to stop it. */
  detail: string | null;
  askedAt: string;
}

/** Starts work. @throws ApiProblem */
export async function startWork(
  work: NewWork,
  { reason, idempotencyKey }: { reason: string; idempotencyKey: string },
): Promise<StartedWork> {
  const headers = changeHeaders(reason, idempotencyKey);
  const requestedAt = new Date().toISOString();
  if ('task' in work) {
    const task = await answerOf(api.POST('/api/tasks', { body: work.task, headers }));
    return {
      taskId: task.id,
      workflowId: task.workflow_id,
      isAlreadyRunning: task.already_running,
      scheduledFor: ifAhead(task.scheduled_for),
      detail: null,
      askedAt: requestedAt,
    };
  }
  const fanOut = await answerOf(api.POST('/api/tasks/generate/resync', { body: work.resync, headers }));
  return {
    taskId: null,
    workflowId: fanOut.workflow_id,
    isAlreadyRunning: fanOut.already_running,
    scheduledFor: ifAhead(fanOut.scheduled_for),
    detail: fanOut.detail,
    askedAt: requestedAt,
  };
}

function ifAhead(at: string | null): string | null {
  return at === null || Date.parse(at) <= Date.now() ? null : at;
}

/** Dispensaries with a text in their names, a few of them. @throws ApiProblem */
export async function findDispensaries(search: string): Promise<Dispensary[]> {
  const query = { search, limit: 8 };
  const requested = api.GET('/api/dispensaries', { params: { query } });
  return (await answerOf(requested as Promise<Answered<DispensaryPage>>)).items;
}

/** The job with an id; null: there is none. @throws ApiProblem */
export async function findJob(id: string): Promise<ListedRun | null> {
  const { items } = await listRuns('jobs', { ids: id, limit: '1' });
  return items[0] ?? null;
}

interface RecoveryRequest {
  /** Without a sign of life for so long. */
  minutes: number;
  reason: string;
  idempotencyKey: string;
}

/** Tasks without a sign of life for so many minutes. @throws ApiProblem */
export const findStale = (minutes: number): Promise<Recovered> =>
  answerOf(api.POST('/api/tasks/recover-stale', { body: { threshold_minutes: minutes, dry_run: true } }));

/** Has them begin again. @throws ApiProblem */
export const recoverStale = async ({
  minutes,
  reason,
  idempotencyKey,
}: RecoveryRequest): Promise<Recovered> =>
  answerOf(
    api.POST('/api/tasks/recover-stale', {
      body: { threshold_minutes: minutes, dry_run: false },
      headers: changeHeaders(reason, idempotencyKey),
    }),
  );
