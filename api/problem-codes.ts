import type { ContentfulStatusCode } from 'hono/utils/http-status';

interface ProblemKind {
  status: ContentfulStatusCode;
  title: string;
}

/** The problems of requests and of the server. The codes are stable: clients may switch on them. */
export const PROBLEM_KINDS = {
  'bad-input': { status: 400, title: 'The request has a value that is not accepted' },
  'bad-cursor': { status: 422, title: 'The cursor does not belong to this list with these filters' },
  unauthenticated: { status: 401, title: 'An API key is needed' },
  'unknown-key': { status: 401, title: 'This API key is not known' },
  forbidden: { status: 403, title: 'The API key does not allow this' },
  'private-address': { status: 403, title: 'The address is not public' },
  'bad-signature': { status: 403, title: 'The address of the picture is not signed' },
  'cross-site': { status: 403, title: 'Requests from pages of other sites are refused' },
  'not-found': { status: 404, title: 'Nothing was found under this path or id' },
  'not-allowed': { status: 405, title: 'The path does not take this method' },
  conflict: { status: 409, title: 'The current state does not allow this' },
  'idempotency-key-in-use': { status: 409, title: 'A request with this Idempotency-Key is under way' },
  'too-large': { status: 413, title: 'The request is too large' },
  'not-json': { status: 415, title: 'The body has to be JSON' },
  'not-text': { status: 415, title: 'The body has to be text or CSV' },
  'bad-range': { status: 416, title: 'The file has no bytes in this range' },
  impossible: { status: 422, title: 'The request has the documented form, but cannot be carried out' },
  'too-broad': { status: 422, title: 'The answer takes too long to read; narrow the time' },
  'idempotency-key-reused': {
    status: 422,
    title: 'The Idempotency-Key was used before with another request',
  },
  'rate-limited': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something broke' },
  'statefulset-not-found': { status: 404, title: 'Kubernetes does not have the StatefulSet' },
  'kubernetes-conflict': { status: 409, title: 'Others keep changing the StatefulSet' },
  'kubernetes-forbidden': { status: 502, title: 'Kubernetes denies us access' },
  'kubernetes-unreachable': { status: 503, title: 'Kubernetes does not answer' },
  'not-in-kubernetes': { status: 503, title: 'No Kubernetes cluster is configured' },
  'password-key-missing': {
    status: 503,
    title: 'The key for passwords and credentials is missing or wrong',
  },
  'too-many-streams': { status: 503, title: 'Too many streams are open' },
  'temporal-unavailable': { status: 503, title: 'Temporal does not answer' },
  'database-unavailable': { status: 503, title: 'The database does not answer' },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEM_KINDS;
