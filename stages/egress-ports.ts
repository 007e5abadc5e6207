import type { Db } from '../db/connect.ts';
import {
  endRequest,
  keepPermit,
  returnPermit,
  readGate,
  saveCrawlDelay,
  acquirePermit,
} from '../db/queries/pace.ts';
import {
  leaseProxy,
  releaseProxyLease,
  renewProxyLease,
  type LeaseRequest,
} from '../db/queries/proxy-leases.ts';
import type { PasswordSeal } from '../db/seal-password.ts';
import type { LeaseQueries } from '../egress/lease-proxy.ts';
import type { PacingPorts } from '../egress/pacing.ts';
import { createRobots, type Robots } from '../egress/robots.ts';
import type { RequestPacing } from '../egress/session.ts';
import { withoutWaitWatch } from '../observability/waits.ts';

// The functions through which egress/ uses the database, which it does not import.

interface LeaseTools extends Pick<LeaseQueries, 'alert'>, Pick<LeaseRequest, 'canBeTrial'> {
  db: Db;
  passwordSeal: PasswordSeal;
}

interface RobotsTools {
  db: Db;
  platforms: Parameters<typeof createRobots>[0]['platforms'];
}

/** Leases proxies through the database. */
export function leaseQueries({ db, passwordSeal, alert, canBeTrial = true }: LeaseTools): LeaseQueries {
  return {
    leaseProxy: (request) => leaseProxy(db, passwordSeal, { ...request, canBeTrial }),
    renewLease: (leaseId) => withoutWaitWatch(() => renewProxyLease(db, leaseId)),
    releaseLease: (leaseId) => releaseProxyLease(db, leaseId),
    alert,
  };
}

/** Creates the reader of robots.txt rules. It stores the crawl delay that a site requests in the database. */
export function robotsOf({ db, platforms }: RobotsTools, pacing: RequestPacing): Robots {
  return createRobots({
    pacing,
    saveCrawlDelay: (target, crawlDelayMs) => saveCrawlDelay(db, target, crawlDelayMs),
    platforms,
  });
}

/** Paces requests through the database. */
export function pacingPorts(db: Db): PacingPorts {
  return {
    acquirePermit: (request) => acquirePermit(db, request),
    keepPermit: (permitId) => withoutWaitWatch(() => keepPermit(db, permitId)),
    returnPermit: (permitId) => returnPermit(db, permitId),
    endRequest: (permitId, follow) => endRequest(db, permitId, follow),
    readGate: (target) => readGate(db, target),
  };
}
