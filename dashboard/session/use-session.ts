import { useQuery } from '@tanstack/react-query';
import { readSession, type Session } from '../server/api-client.ts';
import { ApiProblem } from '../server/call-api.ts';

export const SESSION_KEY = 'session';

/** Who is signed in. */
export function useSession() {
  return useQuery({ queryKey: [SESSION_KEY], queryFn: readSession, staleTime: 60_000 });
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
