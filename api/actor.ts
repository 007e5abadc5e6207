import type { Scope } from '../domain/api-scope.ts';

/** The caller of a request. */
export interface Actor {
  /** The API key's id, or `local` where the API runs without keys on this machine. */
  id: string;
  name: string;
  scope: Scope;
}

/** The id of the caller that needs no key. */
export const LOCAL_ACTOR_ID = 'local';

/** The signed-in caller, or why the session that a request carried has ended. */
export type ReadSession = { actor: Actor; expiresAt: Date } | { endedBecause: string };
