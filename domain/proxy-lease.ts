import type { Proxy } from './identity.ts';

/** A proxy that one session may use until the lease is released or expires. */
export interface LeasedProxy {
  leaseId: string;
  proxy: Proxy;
}

/** Why no proxy is available now. */
export type LeaseRefusal =
  /** The target refuses everybody and is left alone for this long. */
  | { refused: 'breaker-open'; retryAfterMs: number }
  /** Every suitable proxy is at its limit. */
  | { refused: 'all-busy' }
  | ({ refused: 'none' } & UnusableProxies);

/** The unusable proxies, counted by reason. */
export interface UnusableProxies {
  cooling: number;
  disabled: number;
  /** Active proxies in another country than the requested one. */
  elsewhere: number;
  /** When the next probe of a cooling proxy is due; null if no proxy is cooling. */
  nextProbeAt: Date | null;
}
