import { randomUUID } from 'node:crypto';
import { CrawlError } from '../domain/errors.ts';
import type { LeasedProxy, LeaseRefusal, UnusableProxies } from '../domain/proxy-lease.ts';
import type { ProxyLease, ProxyRequest, SessionPorts } from './session.ts';

/** A lease expires after a minute, so it survives two failed renewals. */
const RENEW_EVERY_MS = 20_000;

/** How soon a caller retries while all proxies are busy: soon, because sessions end all the time, and at a random moment. */
const BUSY_RETRY_MS = { min: 2_000, max: 6_000 };

/** Random extra delay for those that wait for a breaker, so that they do not all return at once. */
const BREAKER_SPREAD_MS = 5_000;

/** At most one alert per interval, because a failing fleet is one event. */
const ALERT_EVERY_MS = 60_000;

/** The database operations on leases. */
export interface LeaseQueries {
  leaseProxy(request: ProxyRequest & { leaseId: string }): Promise<LeasedProxy | LeaseRefusal>;
  /** Extends a lease, unless it was released. */
  renewLease(leaseId: string): Promise<void>;
  releaseLease(leaseId: string): Promise<void>;
  /** Alerts an operator that crawls are at a standstill. */
  alert(message: string): void;
}

/** Leases proxies for sessions, and renews each lease until it is released. */
export function createProxyLeases(queries: LeaseQueries): SessionPorts['leaseProxy'] {
  let alertedAtMs = -Infinity;
  const alertSometimes = (message: string): void => {
    if (performance.now() - alertedAtMs < ALERT_EVERY_MS) return;
    alertedAtMs = performance.now();
    queries.alert(message);
  };
  return async (request) => {
    try {
      const answer = await queries.leaseProxy({ ...request, leaseId: randomUUID() });
      if ('refused' in answer) throw failureOf(answer, request);
      return keepLease(queries, answer);
    } catch (error) {
      if (error instanceof CrawlError && error.kind === 'NoActiveProxy') alertSometimes(error.message);
      throw error;
    }
  };
}

function keepLease(queries: LeaseQueries, { leaseId, proxy }: LeasedProxy): ProxyLease {
  let renewing: Promise<void> | null = null;
  const renewal = setInterval(() => {
    // A short database outage costs one renewal; renewals that wait for the database must not pile up.
    renewing ??= queries
      .renewLease(leaseId)
      .catch(() => undefined)
      .finally(() => (renewing = null));
  }, RENEW_EVERY_MS);
  renewal.unref();
  return {
    id: leaseId,
    proxy,
    async release() {
      clearInterval(renewal);
      // A renewal that is under way would otherwise arrive after the release.
      await renewing;
      // A lease that cannot be released expires by itself; the session's results stand.
      await queries.releaseLease(leaseId).catch(() => undefined);
    },
  };
}

function failureOf(answer: LeaseRefusal, { target, countryCode }: ProxyRequest): CrawlError {
  switch (answer.refused) {
    case 'breaker-open':
      return new CrawlError(
        'RateLimited',
        `Expected ${target} to answer; it has refused every proxy, so it gets no request for now.`,
        {
          evidence: { fault: 'breaker-open', target },
          retryAfterMs: answer.retryAfterMs + Math.round(Math.random() * BREAKER_SPREAD_MS),
        },
      );
    case 'all-busy':
      return new CrawlError(
        'RateLimited',
        'Expected a proxy with room for another session; all proxies are at their limit.',
        {
          evidence: { fault: 'proxies-busy' },
          retryAfterMs: Math.round(
            BUSY_RETRY_MS.min + Math.random() * (BUSY_RETRY_MS.max - BUSY_RETRY_MS.min),
          ),
        },
      );
    case 'none':
      return new CrawlError('NoActiveProxy', whyNone(answer, countryCode), {
        evidence: { cooling: answer.cooling, disabled: answer.disabled, elsewhere: answer.elsewhere },
      });
  }
}

function whyNone(unusable: UnusableProxies, countryCode: string | null): string {
  const { cooling, disabled, elsewhere, nextProbeAt } = unusable;
  const wanted = countryCode === null ? 'No proxy is active' : `No proxy of ${countryCode} is active`;
  const next = nextProbeAt === null ? '' : ` (the first is tried again at ${nextProbeAt.toISOString()})`;
  const reasons = [
    ...(elsewhere > 0 ? [`${elsewhere} active of other countries`] : []),
    ...(cooling > 0 ? [`${cooling} cooling down${next}`] : []),
    ...(disabled > 0 ? [`${disabled} taken out of use`] : []),
  ];
  return `${wanted}; there are ${reasons.length === 0 ? 'none at all' : reasons.join(', ')}.`;
}
