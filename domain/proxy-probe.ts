/** The result of a round of probes. */
export interface ProbedProxies {
  /** Proxies that are back in use. */
  revived: number;
  /** Failed proxies, which rest for longer. */
  rested: number;
  /** Failed proxies while the echo service could not be shown to answer; they are probed again in the next round. */
  unclear: number;
}
