/** What a round of probes did. */
export interface ProbedProxies {
  /** Proxies that are back in use. */
  revived: number;
  /** Proxies that failed, and rest for longer. */
  rested: number;
  /** Proxies that failed when nobody could show that the address echo answers; they are tried again in the next round. */
  unclear: number;
}
