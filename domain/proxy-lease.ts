import type { Proxy } from './identity.ts';

/** A proxy that may be used by one session until the lease is given back or runs out. */
export interface LeasedProxy {
  leaseId: string;
  proxy: Proxy;
}

/** Why there is no proxy to be had at this moment. */
export type LeaseRefusal =
  /** The target refuses everybody; nobody asks it for so long. */
  | { refused: 'breaker-open'; retryAfterMs: number }
  /** Every proxy that would do is at its limit. */
  | { refused: 'all-busy' }
  | ({ refused: 'none' } & UnusableProxies);

/** The proxies that cannot be used, counted by the reason. */
export interface UnusableProxies {
  cooling: number;
  disabled: number;
  /** Active ones, of another country than the one that is wanted. */
  elsewhere: number;
  /** When the first of the cooling ones is tried again. */
  nextProbeAt: Date | null;
}
