import { createRoute } from '@hono/zod-openapi';
import { platformSettings } from '../../config/platform-settings.ts';
import { addDispensary } from '../../db/queries/add-dispensary.ts';
import { menuForms, readMenuAddress, type MenuAddress } from '../../platforms/menu-address.ts';
import { createPlatformRegistry, type PlatformRegistry } from '../../platforms/registry.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { starting, startProblems } from '../idempotent.ts';
import { Problem } from '../problem.ts';
import { json, jsonBody, operation } from '../route-parts.ts';
import { addedDispensarySchema, newDispensarySchema } from '../schemas/dispensaries.ts';
import { startAdded } from '../tasks/start-added.ts';

/** Adds the route that adds stores by hand. */
export function addNewDispensaryRoutes(api: Api, tools: ApiTools): void {
  const platforms = createPlatformRegistry(platformSettings(tools.environment));
  const addRoute = createRoute({
    ...starting(tools),
    ...operation('post /api/dispensaries', 'addDispensary', 'Dispensaries'),
    summary: 'Adds a store by the address of its menu, and crawls it',
    request: { body: jsonBody(newDispensarySchema) },
    responses: {
      200: json(addedDispensarySchema, 'The store was already a dispensary.'),
      201: json(
        addedDispensarySchema,
        'The store was added; its id and other fields are requested from the platform.',
      ),
      ...startProblems('impossible', 'not-json', 'temporal-unavailable'),
    },
  });
  api.openapi(addRoute, async (c) => {
    const { menu_url: menuUrl, crawl, priority } = c.req.valid('json');
    const { dispensary, isNew } = await addDispensary(tools.db, requireMenu(platforms, menuUrl));
    return c.json(await startAdded(c, tools, { dispensary, isNew, crawl, priority }), isNew ? 201 : 200);
  });
}

/** Reads the address of a menu. @throws Problem `impossible` that names the accepted forms of addresses */
function requireMenu(platforms: PlatformRegistry, text: string): MenuAddress {
  const menu = readMenuAddress(platforms, text);
  if (menu !== null) return menu;
  // An address may have a password before its @, so an address with @ is not quoted.
  const got = text.includes('@') ? '' : `, got ${JSON.stringify(text.slice(0, SHOWN_MAX))}`;
  const detail = `menu_url (body) takes the address of a menu, in one of these forms: ${menuForms(platforms)}${got}.`;
  throw new Problem('impossible', detail, { errors: [{ in: 'body', pointer: '/menu_url', detail }] });
}

const SHOWN_MAX = 200;
