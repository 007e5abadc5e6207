import { randomUUID } from 'node:crypto';
import { CrawlError } from '../domain/errors.ts';
import type { LeasedProxy, LeaseRefusal, UnusableProxies } from '../domain/proxy-lease.ts';
import type { ProxyLease, ProxyWish, SessionPorts } from './session.ts';

/** Often enough that a lease outlives two renewals that fail: it runs out after a minute. */
const RENEW_EVERY_MS = 20_000;

/** At a limit, sessions end all the time; everyone comes back at a moment of his own. */
const BUSY_RETRY_MS = { min: 2_000, max: 6_000 };

/** Those who wait for a breaker come back spread over this much more than they have to wait. */
const BREAKER_SPREAD_MS = 5_000;

/** At most one alert in this time: a fleet that is down is one event. */
const ALERT_EVERY_MS = 60_000;

/** What the database knows of leases. */
export interface LeaseQueries {
  leaseProxy(wish: ProxyWish & { leaseId: string }): Promise<LeasedProxy | LeaseRefusal>;
  /** Keeps a lease that has not been released; one that has stays so. */
  renewLease(leaseId: string): Promise<void>;
  releaseLease(leaseId: string): Promise<void>;
  /** Tells an operator that crawls stand still. */
  alert(message: string): void;
}

/** Leases proxies for sessions, and keeps each lease until it is released. */
export function createProxyLeases(queries: LeaseQueries): SessionPorts['leaseProxy'] {
  let alertedAtMs = -Infinity;
  const alertSometimes = (message: string): void => {
    if (performance.now() - alertedAtMs < ALERT_EVERY_MS) return;
    alertedAtMs = performance.now();
    queries.alert(message);
  };
  return async (wish) => {
    try {
      const answer = await queries.leaseProxy({ ...wish, leaseId: randomUUID() });
      if ('refused' in answer) throw failureOf(answer, wish);
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
    // A database that is away for a moment costs one renewal; renewals that wait for it must not pile up.
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
      // One that is under way would come after the release.
      await renewing;
      // A lease that cannot be given back runs out by itself; what its session did stands.
      await queries.releaseLease(leaseId).catch(() => undefined);
    },
  };
}

function failureOf(answer: LeaseRefusal, { target, countryCode }: ProxyWish): CrawlError {
  switch (answer.refused) {
    case 'breaker-open':
      return new CrawlError(
        'RateLimited',
        `Expected ${target} to answer; it has been refusing everybody, and is left alone for now.`,
        {
          evidence: { fault: 'breaker-open', target },
          retryAfterMs: answer.retryAfterMs + Math.round(Math.random() * BREAKER_SPREAD_MS),
        },
      );
    case 'all-busy':
      return new CrawlError(
        'RateLimited',
        'Expected a proxy below its limit of sessions; all of them are at it.',
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
