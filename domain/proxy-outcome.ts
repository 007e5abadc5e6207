/** The outcome of one session through a proxy: an event that counts once, however often it is reported. */
export interface ProxyOutcome {
  /** Unique for each session. */
  attemptKey: string;
  proxyId: number;
  /** The lease of the session's proxy, by which a breaker recognizes its trial; null if unknown. */
  leaseId: string | null;
  /** What was requested through the proxy: a platform's name, or a kind of request to it, such as `dutchie/images`. */
  target: string;
  /** The crawled store's page. Distinguishes a target that refuses every store from a single refused store. */
  pageUrl: string;
  /**
   * `blocked`: the target refused; `fault`: the proxy itself failed; `broken`: the session broke off, and whether the proxy or
   * the target is at fault is decided later (see proxy-break.ts).
   */
  outcome: 'success' | 'blocked' | 'fault' | 'broken';
  detail?: string;
  /** Mean duration of the session's answers. */
  responseTimeMs?: number;
  /** Bytes of the answers' bodies on the network. */
  bytes?: number;
  exitAddress?: string;
}

/** The message when a proxy rejects our credentials, which it does until somebody changes them. */
export const CREDENTIALS_REFUSED = 'the proxy refuses our credentials';
