import type { Session } from '../server/api-client.ts';

/**
 * Keeps the reason why the session ended until the user signs in: the API gives it only once, and gives none when open access
 * ends.
 */
export function withReason(session: Session, former: Session | undefined): Session {
  if (session.signed_in || session.ended_because !== null || former === undefined) return session;
  const because =
    former.by === 'open' ? 'The first API key was made, so this page takes one now.' : former.ended_because;
  return { ...session, ended_because: because };
}
