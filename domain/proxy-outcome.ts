/** How one session through a proxy ended: an event that is counted once, however often it is told. */
export interface ProxyOutcome {
  /** Unique for each session. */
  attemptKey: string;
  proxyId: number;
  /** The lease of the session's proxy, by which a breaker knows its trial. */
  leaseId: string | null;
  /** What was asked through the proxy: a platform's name, or what else is asked for it, such as `dutchie/images`. */
  target: string;
  /** The page of the store that was crawled: tells a target that refuses every store from a store that is refused. */
  pageUrl: string;
  /**
   * `blocked`: the target refused; `fault`: the proxy itself failed; `broken`: it broke off, and whether the proxy or the
   * target is at fault is judged later (see proxy-break.ts).
   */
  outcome: 'success' | 'blocked' | 'fault' | 'broken';
  detail?: string;
  /** Mean of the session's answers. */
  responseTimeMs?: number;
  /** Bytes of the answers' bodies as they came over the network. */
  bytes?: number;
  exitAddress?: string;
}

/** How a failure says that a proxy took neither name nor password: it does so until somebody changes them. */
export const CREDENTIALS_REFUSED = 'the proxy refuses our credentials';
