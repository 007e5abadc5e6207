import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { readSession, type Session } from '../server/api-client.ts';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { withReason } from './with-reason.ts';

export const SESSION_KEY = 'session';

/** The clocks of a browser and of the API differ by a little. */
const AFTER_END_MS = 1_000;

/** The first key that is made ends an open page: it asks so often whether there is one. */
const ASK_WHILE_OPEN_MS = 3_000;

/** The question who is signed in. */
export function sessionQuery(queries: QueryClient) {
  return {
    queryKey: [SESSION_KEY],
    queryFn: async () => withReason(await readSession(), queries.getQueryData<Session>([SESSION_KEY])),
    staleTime: 60_000,
  };
}

/** Who is signed in. A page that is left alone learns it, too, when its session ends. */
export function useSession() {
  return useQuery({
    ...sessionQuery(useQueryClient()),
    refetchInterval: ({ state }) => untilEnd(state.data),
  });
}

function untilEnd(session: Session | undefined): number | false {
  if (session?.by === 'open') return ASK_WHILE_OPEN_MS;
  if (session?.signed_in !== true || session.expires_at === null) return false;
  return Math.max(0, Date.parse(session.expires_at) - Date.now()) + AFTER_END_MS;
}

/** Why somebody may not act; null: they may. */
export function whyNotOperate(session: Session | undefined): string | null {
  return whyNot(session, 'operate');
}

/** Why somebody may not administer; null: they may. */
export function whyNotAdmin(session: Session | undefined): string | null {
  return whyNot(session, 'admin');
}

function whyNot(session: Session | undefined, scope: 'operate' | 'admin'): string | null {
  if (session?.scopes.includes(scope) === true) return null;
  return session?.scope === undefined || session.scope === null
    ? `This takes a key with the scope ${scope}. Sign in with one.`
    : `This takes the scope ${scope}, and the key ${session.name ?? ''} has ${session.scope}.`;
}

/** Whether the API said that nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 401;
}
