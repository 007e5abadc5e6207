import { CrawlError } from '../domain/errors.ts';
import type { Proxy } from '../domain/identity.ts';
import type { SessionPorts } from './session.ts';

/** What the database knows of leases. */
export interface LeaseQueries {
  leaseProxy(excludedIds: number[]): Promise<Proxy | null>;
}

/** Leases proxies for sessions. */
export function createProxyLeases(queries: LeaseQueries): SessionPorts['leaseProxy'] {
  return async ({ excludedIds }) => {
    const proxy = await queries.leaseProxy(excludedIds);
    if (proxy === null) {
      throw new CrawlError(
        'NoActiveProxy',
        'No proxy is active: every row of the table proxies has is_active = false, or there is none.',
      );
    }
    return { proxy, release: async () => undefined };
  };
}
