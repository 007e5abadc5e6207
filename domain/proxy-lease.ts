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
  /** Active ones in another country than the requested one. */
  elsewhere: number;
  /** When the first of the cooling ones is probed next. */
  nextProbeAt: Date | null;
}
