import { createRoute } from '@hono/zod-openapi';
import { countOpenRuns, findFollower, readLedgerState } from '../../db/queries/ledger-state.ts';
import { followerName } from '../../ledger/keep-ledger.ts';
import { isoOf } from '../../reports/task-answer.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { guarded, json, operation, problems } from '../route-parts.ts';
import { ledgerSchema } from '../schemas/ledger.ts';

const stateRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/ledger', 'getLedger', 'Ledger'),
  summary: 'How far the table of all runs has followed Temporal, and which process follows',
  responses: { 200: json(ledgerSchema, 'The state of the ledger.'), ...problems() },
});

/** Adds the state of the ledger, the table that lists and counts are read from. */
export function addLedgerRoutes(api: Api, { db }: ApiTools): void {
  api.openapi(stateRoute, async (c) => {
    const { followedTo, comparedAt, now } = await readLedgerState(db);
    const follower = await findFollower(db);
    const behindMs = followedTo === null ? null : now.getTime() - followedTo.getTime();
    return c.json(
      {
        followed_to: isoOf(followedTo),
        behind_seconds: behindMs === null ? null : Math.round(behindMs / 1_000),
        compared_at: isoOf(comparedAt),
        open_runs: await countOpenRuns(db),
        followed_by: follower === null ? null : followerName(follower),
      },
      200,
    );
  });
}
