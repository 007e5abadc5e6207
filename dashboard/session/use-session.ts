import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session } from '../server/api-client.ts';
import { sessionQuery } from './session-query.ts';

/** The session is read this long after its end, because the clocks of the browser and the API may differ a little. */
const AFTER_END_MS = 1_000;

/** How often a page without sign-in polls the session: creating the first API key ends open access. */
const ASK_WHILE_OPEN_MS = 3_000;

/** Queries the session, and reads it again when it ends, so that an idle page notices that. */
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

/** Says that the user lacks the scope `operate`, and what to do; null: they have it. */
export function whyNotOperate(session: Session | undefined): string | null {
  return whyNot(session, 'operate');
}

/** Says that the user lacks the scope `admin`, and what to do; null: they have it. */
export function whyNotAdmin(session: Session | undefined): string | null {
  return whyNot(session, 'admin');
}

function whyNot(session: Session | undefined, scope: 'operate' | 'admin'): string | null {
  if (session?.scopes.includes(scope) === true) return null;
  return session?.scope === undefined || session.scope === null
    ? `This needs a key with the scope ${scope}. Sign in with one.`
    : `This needs the scope ${scope}, and the key ${session.name ?? ''} has the scope ${session.scope}.`;
}
