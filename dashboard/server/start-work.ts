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

/** Work to start: one task, or crawls of all dispensaries of a state. */
export type NewWork = { task: NewTask } | { resync: NewResync };

/** The result of starting work. */
export interface StartedWork {
  /** The id of the started task; null for a fan-out, which starts many tasks later. */
  taskId: string | null;
  workflowId: string;
  isAlreadyRunning: boolean;
  /** When the work begins; null: at once, also if the requested time is past. */
  scheduledFor: string | null;
  /** The progress of a fan-out that was already running, and how to stop it. */
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

/** Finds dispensaries by a search text; returns at most eight. @throws ApiProblem */
export async function findDispensaries(search: string): Promise<Dispensary[]> {
  const query = { search, limit: 8 };
  const requested = api.GET('/api/dispensaries', { params: { query } });
  return (await answerOf(requested as Promise<Answered<DispensaryPage>>)).items;
}

/** Finds a job by its id; null if there is no such job. @throws ApiProblem */
export async function findJob(id: string): Promise<ListedRun | null> {
  const { items } = await listRuns('jobs', { ids: id, limit: '1' });
  return items[0] ?? null;
}

interface RecoveryRequest {
  /** Selects tasks without a heartbeat for this long. */
  minutes: number;
  reason: string;
  idempotencyKey: string;
}

/** Finds tasks without a heartbeat for this many minutes. @throws ApiProblem */
export const findStale = (minutes: number): Promise<Recovered> =>
  answerOf(api.POST('/api/tasks/recover-stale', { body: { threshold_minutes: minutes, dry_run: true } }));

/** Restarts the tasks that `findStale` finds. @throws ApiProblem */
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
