import type { components, paths } from '../../api-client/api-types.ts';
import { answerOf, ApiProblem, type Answered } from '../../api-client/answer-of.ts';
import { api } from './api.ts';
import { changeHeaders } from '../../api-client/change-headers.ts';

export type Overview = components['schemas']['Overview'];
/** A group of runs that failed for the same reason. */
export type FailureGroup = Overview['failures']['groups'][number];
export type Session = components['schemas']['Session'];
type Body<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  requestBody?: { content: { 'application/json': infer Given } };
}
  ? Given
  : never;

type NewBulkAction = Body<'/api/bulk-actions', 'post'>;

/** The request for a bulk action, with a filter in the API's format. */
export interface RequestedBulkAction {
  action: Exclude<NewBulkAction['action'], 'delete'>;
  of: NewBulkAction['of'];
  filter: Record<string, string>;
}

export type Task = components['schemas']['ListedTask'];
export type TaskDetail = components['schemas']['TaskDetail'];
export type JobDetail = components['schemas']['JobDetail'];
type JobLogLine = components['schemas']['JobLogLine'];
export type RunSort = NonNullable<NonNullable<paths['/api/tasks']['get']['parameters']['query']>['sort']>;

type Job = components['schemas']['Job'];
type Either = keyof Task & keyof Job;

/** A task or job in a list. Fields that only tasks or only jobs have are optional. */
export type ListedRun = { [Field in Either]: Task[Field] | Job[Field] } & Partial<Omit<Task, Either>> &
  Partial<Omit<Job, Either>>;

/** A page of a list of tasks or jobs, and how current the ledger is. */
export interface RunPage {
  items: ListedRun[];
  next_cursor: string | null;
  as_of: string | null;
  stale: boolean;
}

/** The count of each status, and the statuses whose count stopped at the limit. */
export interface RunCounts {
  counts: Record<string, number>;
  more: readonly string[];
  as_of: string | null;
  stale: boolean;
}

/** Whether a list has tasks or jobs. */
export type RunsOf = NewBulkAction['of'];

export type BulkAction = components['schemas']['BulkAction'];

/** Reads who is signed in. */
export const readSession = (): Promise<Session> => answerOf(api.GET('/api/session'));

/** Signs in with a key. @throws ApiProblem */
export const signIn = (key: string): Promise<Session> =>
  answerOf(api.POST('/api/session', { body: { key } }));

/** Signs out. */
export const signOut = (): Promise<Session> => answerOf(api.DELETE('/api/session'));

/** Reads the overview. @throws ApiProblem */
export const readOverview = (): Promise<Overview> => answerOf(api.GET('/api/overview'));

/** Reads a page of tasks or jobs. @param query in the API's format @throws ApiProblem */
export const listRuns = (of: RunsOf, query: Record<string, string>): Promise<RunPage> =>
  answerOf(
    api.GET(of === 'tasks' ? '/api/tasks' : '/api/jobs', { params: { query } }) as Promise<Answered<RunPage>>,
  );

/** Counts the tasks or jobs of a filter by status. @throws ApiProblem */
export const countRuns = (of: RunsOf, query: Record<string, string>): Promise<RunCounts> =>
  answerOf(
    api.GET(of === 'tasks' ? '/api/tasks/counts' : '/api/job-counts', { params: { query } }) as Promise<
      Answered<RunCounts>
    >,
  );

/** Reads one job, with its payload and timeline. @throws ApiProblem */
export const readJob = (id: string): Promise<JobDetail> =>
  answerOf(api.GET('/api/jobs/{id}', { params: { path: { id } } }));

/** Reads a page of the files that a job has stored, by name. @param cursor null: the first page @throws ApiProblem */
export const listJobFiles = (id: string, cursor: string | null) =>
  answerOf(
    api.GET('/api/jobs/{id}/files', {
      params: { path: { id }, query: cursor === null ? {} : { cursor } },
    }),
  );

/** Reads the newest lines of a job's log, the newest first. @throws ApiProblem */
export async function readJobLog(id: string): Promise<JobLogLine[]> {
  const query = { order: 'desc', limit: 200 } as const;
  return (await answerOf(api.GET('/api/jobs/{id}/log', { params: { path: { id }, query } }))).items;
}

/** Reads one task, with its stages and timeline. @throws ApiProblem */
export const readTask = (id: string): Promise<TaskDetail> =>
  answerOf(api.GET('/api/tasks/{id}', { params: { path: { id } } }));

/** The preview of a bulk action. */
export type ForeseenBulkAction = Omit<components['schemas']['ForeseenBulkAction'], 'sample_ids'>;

/** Counts the runs that a bulk action would affect. */
export async function foreseeBulkAction(requested: RequestedBulkAction): Promise<ForeseenBulkAction> {
  const body = { ...requested, dry_run: true } as unknown as NewBulkAction;
  return answerOf(api.POST('/api/bulk-actions', { body }));
}

interface BulkActionRequest {
  requested: RequestedBulkAction;
  expected: number;
  reason: string;
  /** Must stay the same for each attempt to send the request. */
  idempotencyKey: string;
}

/** Starts a bulk action. @returns its id */
export async function startBulkAction({
  requested,
  expected,
  reason,
  idempotencyKey,
}: BulkActionRequest): Promise<string> {
  const body = { ...requested, dry_run: false, expected_count: expected } as unknown as NewBulkAction;
  const headers = changeHeaders(reason, idempotencyKey);
  const started = await answerOf(api.POST('/api/bulk-actions', { body, headers }));
  if ('id' in started) return started.id;
  throw new ApiProblem({ title: 'Nothing was started', detail: 'The API only counted.' });
}

/** Reads a bulk action with its progress. @throws ApiProblem */
export const readBulkAction = (id: string): Promise<BulkAction> =>
  answerOf(api.GET('/api/bulk-actions/{id}', { params: { path: { id } } }));

/** Requests that a bulk action stop. @throws ApiProblem */
export const cancelBulkAction = (id: string): Promise<BulkAction> =>
  answerOf(api.POST('/api/bulk-actions/{id}/cancel', { params: { path: { id } } }));
