import { createRoute, z } from '@hono/zod-openapi';
import { CHANGE_KINDS, listChanges } from '../../db/queries/catalog-changes.ts';
import type { PageRequest } from '../../db/keyset-page.ts';
import { withIsoTimes } from '../../reports/iso-times.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { RANGE_PARAMETERS, toRange } from '../parameters.ts';
import { readPage } from '../read-page.ts';
import { guarded, idParameter, list, operation, PAGE_PARAMETERS, problems } from '../route-parts.ts';
import { changeSchema } from '../schemas/changes.ts';
import { sendList } from '../send-list.ts';

/** All but quantities, which change with every sale. */
const USUAL_KINDS = CHANGE_KINDS.filter((kind) => kind !== 'quantity');

const listRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/changes', 'listChanges', 'Products'),
  summary: 'What changed between the crawls of each store: the newest payload first',
  description:
    'A page may hold fewer changes than `limit`, or none, even if more follow: see `next_cursor`. A payload that is ingested late appears at the time at which it was fetched.',
  request: {
    query: z.strictObject({
      dispensary_id: idParameter.optional(),
      kind: z
        .enum(CHANGE_KINDS)
        .optional()
        .openapi({ description: 'Only changes of this kind; without it, all kinds but quantity.' }),
      ...RANGE_PARAMETERS,
      ...PAGE_PARAMETERS,
    }),
  },
  responses: { 200: list(changeSchema, 'One page.'), ...problems('bad-cursor', 'impossible') },
});

/** Adds the feed of changes. */
export function addChangeRoutes(api: Api, { db }: ApiTools): void {
  api.openapi(listRoute, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query');
    const { dispensary_id: dispensaryId, kind, ...range } = filter;
    const kinds = kind === undefined ? USUAL_KINDS : [kind];
    const read = (page: PageRequest) => listChanges(db, { dispensaryId, kinds, ...toRange(range) }, page);
    return sendList(c, changeSchema, await readPage({ limit, cursor, filter }, read, withIsoTimes));
  });
}
