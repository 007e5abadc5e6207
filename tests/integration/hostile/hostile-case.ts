import type { Socket } from 'node:net';
import type { FailureKind } from '../../../domain/errors.ts';
import type { Certificates } from './certificates.ts';

/** Takes each connection that a proxy opens to the site. */
export type Connect = (socket: Socket) => void;

/** A site, once it has certificates. */
export type Site = (certificates: Certificates) => Connect;

/** What a proxy does with a client that asks for a tunnel; `open` joins the two as a good proxy does. */
export type ProxyAct = (tunnel: { host: string; socket: Socket; open: () => void }) => void;

/** A proxy as it behaves: one that works, one on whose port nothing listens, or one that does as it is told. */
export type ProxyBehaviour =
  | 'good'
  | 'closed'
  | { connection: (socket: Socket) => void }
  | { connect: ProxyAct };

/** How short deadlines are in one case. */
export interface Deadlines {
  connectMs: number;
  answerMs: number;
  bodyMs: number;
}

/** How a session through a proxy was written down: for each proxy that was, in the order of the proxies. */
type ProxyVerdict = [proxyNumber: number, outcome: 'success' | 'blocked' | 'fault' | 'broken'];

export type Expected = (
  | {
      kind: FailureKind;
      /** As good, where it hangs on a moment which of the two is seen. */
      orKind?: FailureKind;
      evidence?: Record<string, unknown>;
      retryAfterMs?: number;
    }
  /** Accepted, with the products of these ids in this order; null for one that is no product. */
  | { ids: (string | null)[] }
) & {
  /** Left out: a block for each proxy when the kind is Blocked, and no proxy is blamed otherwise; sessions may break off. */
  outcomes?: ProxyVerdict[];
};

/** One way in which the world outside goes wrong, and what must come of it. */
export interface HostileCase {
  id: string;
  /** What happens, in a sentence. */
  says: string;
  site: Site;
  expected: Expected;
  /** Four that work unless told. */
  proxies?: ProxyBehaviour[];
  deadlines?: Partial<Deadlines>;
  /** By then the fetch has ended, one way or the other; 15 000 unless told. */
  withinMs?: number;
  /** Products that the store really has: what a retry must get once the world is well again. 3 unless told. */
  menuSize?: number;
  /** The store had products before. */
  hasHistory?: boolean;
  /** Another store, which was crawled before at such a site. */
  before?: { platformDispensaryId: string; site: Site };
}
