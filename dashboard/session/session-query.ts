import type { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { readSession, type Session } from '../server/api-client.ts';
import { withReason } from './with-reason.ts';

export const SESSION_KEY = 'session';

/** Returns the query of the session. */
export function sessionQuery(queries: QueryClient) {
  return {
    queryKey: [SESSION_KEY],
    queryFn: async () => withReason(await readSession(), queries.getQueryData<Session>([SESSION_KEY])),
    staleTime: 60_000,
  };
}

/** Whether the API answered that nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 401;
}
