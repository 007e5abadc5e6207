/** The result of a round of probes. */
export interface ProbedProxies {
  /** Proxies that are back in use. */
  revived: number;
  /** Failed proxies, which rest for longer. */
  rested: number;
  /** Proxies that failed while no probe proved that the echo service answers; they are probed again in the next round. */
  unclear: number;
}
