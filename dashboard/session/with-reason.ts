import type { Session } from '../server/api-client.ts';

/** The API gives the reason once, and of an open page none: it stays until somebody signs in. */
export function withReason(session: Session, former: Session | undefined): Session {
  if (session.signed_in || session.ended_because !== null || former === undefined) return session;
  const because =
    former.by === 'open' ? 'The first API key was made, so this page takes one now.' : former.ended_because;
  return { ...session, ended_because: because };
}
