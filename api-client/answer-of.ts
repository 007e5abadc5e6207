import type { components } from './api-types.ts';

type ProblemAnswer = components['schemas']['Problem'];

/** Thrown when the API answers with a problem, or does not answer. */
export class ApiProblem extends Error {
  override name = 'ApiProblem';
  readonly title: string;
  /** Null: the API did not answer, or answered with something else than a problem. */
  readonly status: number | null;
  readonly code: string;
  readonly requestId: string | null;
  /** What is wrong with each part of the request; empty if the message is complete. */
  readonly details: readonly string[];
  /** How long to wait before a retry, from `Retry-After`; null: not given. */
  readonly retryAfterMs: number | null;

  constructor(
    problem: Partial<ProblemAnswer> & { title: string; detail: string },
    retryAfterMs: number | null = null,
  ) {
    super(problem.detail);
    this.title = problem.title;
    this.status = problem.status ?? null;
    this.code = problem.code ?? 'no-answer';
    this.requestId = problem.request_id ?? null;
    this.details = (problem.errors ?? []).map(({ detail }) => detail);
    this.retryAfterMs = retryAfterMs;
  }
}

export interface Answered<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Returns the data of the API's answer; undefined if the answer has no body. @throws ApiProblem */
export async function answerOf<Data>(requested: Promise<Answered<Data>>): Promise<Data> {
  let answered: Answered<Data>;
  try {
    answered = await requested;
  } catch (cause) {
    const detail = 'Nothing came back from the API. It may be starting, or the network may be down.';
    throw Object.assign(new ApiProblem({ title: 'The API does not answer', detail }), { cause });
  }
  const { data, error, response } = answered;
  if (response.ok && (data !== undefined || response.status === 204)) return data as Data;
  if (isProblem(error)) throw new ApiProblem(error, retryAfterMsOf(response));
  const detail = `It answered with ${response.status} and no reason.`;
  throw new ApiProblem({ title: 'The API does not answer as expected', detail });
}

function retryAfterMsOf({ headers }: Response): number | null {
  const seconds = Number(headers.get('Retry-After') ?? NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : null;
}

function isProblem(error: unknown): error is ProblemAnswer {
  return typeof error === 'object' && error !== null && 'title' in error && 'detail' in error;
}
