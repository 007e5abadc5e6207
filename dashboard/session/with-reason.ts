import type { Session } from '../server/api-client.ts';

/**
 * Adds the reason why the former session ended, until the user signs in: the API cannot say that the first API key
 * ended open access.
 */
export function withReason(session: Session, former: Session | undefined): Session {
  if (session.signed_in || session.ended_because !== null || former === undefined) return session;
  const because =
    former.by === 'open' ? 'The first API key was made, so this page needs one now.' : former.ended_because;
  return { ...session, ended_because: because };
}
