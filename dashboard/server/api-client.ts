import createClient from 'openapi-fetch';
import type { components, paths } from './api-answers.ts';

/** Speaks to the API that this page came from, with the cookie of the session. */
const api = createClient<paths>({ baseUrl: '/', credentials: 'same-origin' });

export type Overview = components['schemas']['Overview'];
/** Runs that failed alike. */
export type FailureGroup = Overview['failures']['groups'][number];
export type Session = components['schemas']['Session'];
type ProblemAnswer = components['schemas']['Problem'];
type Body<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  requestBody?: { content: { 'application/json': infer Given } };
}
  ? Given
  : never;

type NewBulkAction = Body<'/api/bulk-actions', 'post'>;

/** A bulk action with a filter that the API itself has given. */
export interface AskedBulkAction {
  action: NewBulkAction['action'];
  of: NewBulkAction['of'];
  filter: Record<string, string>;
}

export type Task = components['schemas']['ListedTask'];
export type TaskDetail = components['schemas']['TaskDetail'];
export type TaskCounts = components['schemas']['TaskCounts'];
export type TaskPage = paths['/api/tasks']['get']['responses'][200]['content']['application/json'];
export type TaskSort = NonNullable<NonNullable<paths['/api/tasks']['get']['parameters']['query']>['sort']>;

export type BulkAction = components['schemas']['BulkAction'];

/** An answer of the API that says what is wrong, or that none came. */
export class ApiProblem extends Error {
  override name = 'ApiProblem';
  readonly title: string;
  /** Null: the API did not answer. */
  readonly status: number | null;
  readonly code: string;
  readonly requestId: string | null;

  constructor(problem: Partial<ProblemAnswer> & { title: string; detail: string }) {
    super(problem.detail);
    this.title = problem.title;
    this.status = problem.status ?? null;
    this.code = problem.code ?? 'no-answer';
    this.requestId = problem.request_id ?? null;
  }
}

interface Answered<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** @throws ApiProblem */
async function answerOf<Data>(asked: Promise<Answered<Data>>): Promise<Data> {
  let answered: Answered<Data>;
  try {
    answered = await asked;
  } catch (cause) {
    const detail = 'Nothing came back from the API. It may be starting, or the network may be down.';
    throw Object.assign(new ApiProblem({ title: 'The API does not answer', detail }), { cause });
  }
  const { data, error, response } = answered;
  if (response.ok && data !== undefined) return data;
  if (isProblem(error)) throw new ApiProblem(error);
  const detail = `It answered with ${response.status} and no reason.`;
  throw new ApiProblem({ title: 'The API does not answer as expected', detail });
}

function isProblem(error: unknown): error is ProblemAnswer {
  return typeof error === 'object' && error !== null && 'title' in error && 'detail' in error;
}

/** Who is signed in. */
export const readSession = (): Promise<Session> => answerOf(api.GET('/api/session'));

/** Signs in with a key. @throws ApiProblem */
export const signIn = (key: string): Promise<Session> =>
  answerOf(api.POST('/api/session', { body: { key } }));

/** Signs out. */
export const signOut = (): Promise<Session> => answerOf(api.DELETE('/api/session'));

/** How everything stands. @throws ApiProblem */
export const readOverview = (): Promise<Overview> => answerOf(api.GET('/api/overview'));

/** A page of tasks. @param query as the API has it @throws ApiProblem */
export const listTasks = (query: Record<string, string>): Promise<TaskPage> =>
  answerOf(api.GET('/api/tasks', { params: { query } }) as Promise<Answered<TaskPage>>);

/** How many tasks of a filter there are of each status. @throws ApiProblem */
export const countTasks = (query: Record<string, string>): Promise<TaskCounts> =>
  answerOf(api.GET('/api/tasks/counts', { params: { query } }));

/** One task, with its stages and what happened to it. @throws ApiProblem */
export const readTask = (id: string): Promise<TaskDetail> =>
  answerOf(api.GET('/api/tasks/{id}', { params: { path: { id } } }));

/** Counts what a bulk action would be about. */
export async function foreseeBulkAction(
  asked: AskedBulkAction,
): Promise<{ count: number; has_more: boolean }> {
  const body = { ...asked, dry_run: true } as unknown as NewBulkAction;
  return answerOf(api.POST('/api/bulk-actions', { body }));
}

interface WishedBulkAction {
  asked: AskedBulkAction;
  expected: number;
  reason: string;
  /** The same for each attempt to send it. */
  idempotencyKey: string;
}

/** Starts it. @returns its id */
export async function startBulkAction({
  asked,
  expected,
  reason,
  idempotencyKey,
}: WishedBulkAction): Promise<string> {
  if (!/^[\x20-\x7e\xa0-\xff]*$/.test(reason)) {
    const detail = 'It takes the letters of Western European languages, and no long dashes or curly quotes.';
    throw new ApiProblem({ title: 'The reason cannot be sent', detail });
  }
  const body = { ...asked, dry_run: false, expected_count: expected } as unknown as NewBulkAction;
  const headers = { 'Idempotency-Key': idempotencyKey, ...(reason === '' ? {} : { 'X-Reason': reason }) };
  const started = await answerOf(api.POST('/api/bulk-actions', { body, headers }));
  if ('id' in started) return started.id;
  throw new ApiProblem({ title: 'Nothing was started', detail: 'The API only counted.' });
}

/** A bulk action, and how far it is. @throws ApiProblem */
export const readBulkAction = (id: string): Promise<BulkAction> =>
  answerOf(api.GET('/api/bulk-actions/{id}', { params: { path: { id } } }));

/** Asks a bulk action to stop where it is. @throws ApiProblem */
export const cancelBulkAction = (id: string): Promise<BulkAction> =>
  answerOf(api.POST('/api/bulk-actions/{id}/cancel', { params: { path: { id } } }));
