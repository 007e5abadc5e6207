import type { Db } from '../../db/connect.ts';
import { endTurn, keepTurn, leaveTurn, readGate, takeTurn } from '../../db/queries/pace.ts';
import { createPacing } from '../../egress/pacing.ts';
import type { RequestPacing } from '../../egress/session.ts';

/** A worker's pacing, with the same limits for all hosts. */
export function pacingOn(
  db: Db,
  limits: { requestsPerSecond: number; maxConcurrentRequests: number },
): RequestPacing {
  return createPacing(
    {
      takeTurn: (request) => takeTurn(db, request),
      keepTurn: (turnId) => keepTurn(db, turnId),
      leaveTurn: (turnId) => leaveTurn(db, turnId),
      endTurn: (turnId, follow) => endTurn(db, turnId, follow),
      readGate: (target) => readGate(db, target),
    },
    { platforms: { dutchie: limits, blaze: limits }, otherHosts: limits },
  );
}
