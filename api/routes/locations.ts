import { createRoute, z } from '@hono/zod-openapi';
import type { PageRequest } from '../../db/keyset-page.ts';
import { admitLocation, listRejectedLocations } from '../../db/queries/rejected-locations.ts';
import { withIsoTimes } from '../../reports/iso-times.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { starting, startProblems } from '../idempotent.ts';
import { textParameter } from '../parameters.ts';
import { Problem } from '../problem.ts';
import { readPage } from '../read-page.ts';
import {
  BY_ID,
  guarded,
  json,
  jsonBody,
  list,
  operation,
  PAGE_PARAMETERS,
  problems,
} from '../route-parts.ts';
import { addedDispensarySchema, admissionSchema } from '../schemas/dispensaries.ts';
import { locationSchema } from '../schemas/locations.ts';
import { stateCode } from '../schemas/state-code.ts';
import { platformName } from '../schemas/tasks.ts';
import { sendList } from '../send-list.ts';
import { startAdded } from '../tasks/start-added.ts';

const tag = 'Locations';

const listRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/locations/rejected', 'listRejectedLocations', tag),
  summary: 'Stores that discovery found and left out, with the reasons, in the order of their ids',
  request: {
    query: z.strictObject({
      state: stateCode.optional(),
      platform: platformName.optional(),
      reason: textParameter
        .optional()
        .openapi({ description: 'A part of the reason, in capital or small letters.' }),
      search: textParameter
        .optional()
        .openapi({ description: 'A part of the name, in capital or small letters.' }),
      ...PAGE_PARAMETERS,
    }),
  },
  responses: { 200: list(locationSchema, 'One page.'), ...problems('bad-cursor') },
});

function admitRoute(tools: ApiTools) {
  return createRoute({
    ...starting(tools),
    ...operation('post /api/locations/{id}/admit', 'admitLocation', tag),
    summary: 'Makes a dispensary of a store that discovery left out, and crawls it',
    request: {
      ...BY_ID,
      body: { ...jsonBody(admissionSchema), required: false },
    },
    responses: {
      200: json(addedDispensarySchema, 'The store was already a dispensary.'),
      201: json(addedDispensarySchema, 'The store is a dispensary now; later discoveries keep it.'),
      ...startProblems('not-found', 'not-json', 'temporal-unavailable'),
    },
  });
}

/** Adds the routes of stores that discovery found and rejected. */
export function addLocationRoutes(api: Api, tools: ApiTools): void {
  const { db } = tools;
  api.openapi(listRoute, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query');
    const read = (page: PageRequest) => listRejectedLocations(db, filter, page);
    return sendList(c, locationSchema, await readPage({ limit, cursor, filter }, read, withIsoTimes));
  });
  api.openapi(admitRoute(tools), async (c) => {
    const { id } = c.req.valid('param');
    const { crawl, priority } = c.req.valid('json');
    const actor = c.get('actor');
    const admittedBy = actor === null ? 'unknown' : `${actor.name} (${actor.id})`;
    const admitted = await admitLocation(db, id, admittedBy);
    if (admitted === null) throw new Problem('not-found', `There is no location ${id}.`);
    const { dispensary, isNew } = admitted;
    return c.json(await startAdded(c, tools, { dispensary, isNew, crawl, priority }), isNew ? 201 : 200);
  });
}
