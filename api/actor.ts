import type { Scope } from '../domain/api-scope.ts';

/** Who asks. */
export interface Actor {
  /** The id of the key, or `local` where the API runs open on this machine. */
  id: string;
  name: string;
  scope: Scope;
}

/** The id of the actor that needs no key. */
export const LOCAL_ACTOR_ID = 'local';

/** Who is signed in, or why a session that came is over. */
export type ReadSession = { actor: Actor; expiresAt: Date } | { endedBecause: string };
