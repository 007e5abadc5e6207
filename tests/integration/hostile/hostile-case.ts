import type { Socket } from 'node:net';
import type { FailureKind } from '../../../domain/errors.ts';
import type { Certificates } from './certificates.ts';

/** Handles each connection that a proxy opens to the site. */
export type Connect = (socket: Socket) => void;

/** Creates a site that uses these certificates. */
export type Site = (certificates: Certificates) => Connect;

/** Handles a request for a tunnel as a proxy. `open` connects both ends, as a good proxy does. */
export type ProxyAct = (tunnel: { host: string; socket: Socket; open: () => void }) => void;

/** The behaviour of a proxy: it works, its port is closed, or a handler decides. */
export type ProxyBehaviour =
  | 'good'
  | 'closed'
  | { connection: (socket: Socket) => void }
  | { connect: ProxyAct };

/** Deadlines of one case. */
export interface Deadlines {
  connectMs: number;
  answerMs: number;
  bodyMs: number;
}

/** The recorded outcomes of sessions, one for each used proxy, ordered by proxy. */
type ProxyVerdict = [proxyNumber: number, outcome: 'success' | 'blocked' | 'fault' | 'broken'];

export type Expected = (
  | {
      kind: FailureKind;
      /** Another accepted kind, for a case in which timing decides which kind the crawler sees. */
      orKind?: FailureKind;
      evidence?: Record<string, unknown>;
      retryAfterMs?: number;
    }
  /** The menu is accepted with products of these ids, in this order. null stands for an entry that is not a product. */
  | { ids: (string | null)[] }
) & {
  /** Default: if the kind is `Blocked`, each used proxy is blocked; otherwise no proxy is blamed, though sessions may break off. */
  outcomes?: ProxyVerdict[];
};

/** One way in which the outside world fails, and the expected result. */
export interface HostileCase {
  id: string;
  /** Describes what happens in one sentence. */
  says: string;
  site: Site;
  expected: Expected;
  /** The proxies; default: four working ones. */
  proxies?: ProxyBehaviour[];
  deadlines?: Partial<Deadlines>;
  /** The time in ms within which the fetch must succeed or fail; default: 15,000. */
  withinMs?: number;
  /** The number of products that the store really has. A retry must get them once the world works again. Default: 3. */
  menuSize?: number;
  /** Whether the store had products before. */
  hasHistory?: boolean;
  /** Another store, which is crawled first at such a site. */
  before?: { platformDispensaryId: string; site: Site };
}
