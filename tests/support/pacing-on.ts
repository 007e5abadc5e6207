import type { Db } from '../../db/connect.ts';
import { endRequest, keepPermit, returnPermit, readGate, acquirePermit } from '../../db/queries/pace.ts';
import { createPacing } from '../../egress/pacing.ts';
import type { RequestPacing } from '../../egress/session.ts';

/** Creates the pacing of a worker, with the same limits for all hosts. */
export function pacingOn(
  db: Db,
  limits: { requestsPerSecond: number; maxConcurrentRequests: number },
): RequestPacing {
  return createPacing(
    {
      acquirePermit: (request) => acquirePermit(db, request),
      keepPermit: (permitId) => keepPermit(db, permitId),
      returnPermit: (permitId) => returnPermit(db, permitId),
      endRequest: (permitId, follow) => endRequest(db, permitId, follow),
      readGate: (target) => readGate(db, target),
    },
    { platforms: { dutchie: limits, blaze: limits }, otherHosts: limits },
  );
}
