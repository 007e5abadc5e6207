import type { Socket } from 'node:net';
import type { FailureKind } from '../../../domain/errors.ts';
import type { Certificates } from './certificates.ts';

/** Handles each connection that a proxy opens to the site. */
export type Connect = (socket: Socket) => void;

/** Makes a site from its certificates. */
export type Site = (certificates: Certificates) => Connect;

/** How a proxy handles a tunnel request. `open` connects both ends as a good proxy does. */
export type ProxyAct = (tunnel: { host: string; socket: Socket; open: () => void }) => void;

/** Behaviour of a proxy: it works, its port is closed, or it runs a handler. */
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

/** Recorded session outcomes, one for each used proxy, ordered by proxy. */
type ProxyVerdict = [proxyNumber: number, outcome: 'success' | 'blocked' | 'fault' | 'broken'];

export type Expected = (
  | {
      kind: FailureKind;
      /** Also accepted, where timing decides which kind is seen. */
      orKind?: FailureKind;
      evidence?: Record<string, unknown>;
      retryAfterMs?: number;
    }
  /** Accepted, with products of these ids in this order. Null stands for an entry that is not a product. */
  | { ids: (string | null)[] }
) & {
  /** Default: a block for each proxy if the kind is Blocked; otherwise no proxy is blamed, though sessions may break off. */
  outcomes?: ProxyVerdict[];
};

/** One way in which the outside world fails, and the expected result. */
export interface HostileCase {
  id: string;
  /** Describes what happens in one sentence. */
  says: string;
  site: Site;
  expected: Expected;
  /** Default: four working proxies. */
  proxies?: ProxyBehaviour[];
  deadlines?: Partial<Deadlines>;
  /** The fetch must end, in success or failure, within this time. Default: 15,000. */
  withinMs?: number;
  /** Number of products that the store really has, which a retry must get once the world works again. Default: 3. */
  menuSize?: number;
  /** The store had products before. */
  hasHistory?: boolean;
  /** Another store that was crawled earlier at such a site. */
  before?: { platformDispensaryId: string; site: Site };
}
