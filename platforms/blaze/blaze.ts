import type { Platform } from '../platform.ts';
import { buildProducts, buildStore, buildStores, PAGE_SIZE, type BlazeSettings } from './build-requests.ts';
import { MENU_PATHS, menuUrlOf, slugOfMenuUrl } from './menu-url.ts';
import { normalizerOf } from './normalize-product.ts';
import { parseMenuPage } from './parse-menu.ts';
import { productsOf } from './products-of.ts';
import { parseStores } from './parse-stores.ts';
import { VALUE_RULES } from './value-rules.ts';

export type { BlazeSettings } from './build-requests.ts';

/** Creates the platform Blaze (Tymber): REST, offset paging, prices in cents. Most of its contract is assumed: see README.md. */
export function createBlazePlatform(settings: BlazeSettings): Platform {
  const { origin } = new URL(settings.apiUrl);
  return {
    name: 'blaze',
    homeUrl: `${origin}/`,
    pageSize: PAGE_SIZE,
    // 600 pages hold 30,000 products, ten times the largest known menu of any platform. More pages mean a paging error.
    pagesMax: 600,
    requestStores: (area) => buildStores(settings, area),
    requestStore: (slugOrId) => buildStore(settings, slugOrId),
    requestMenuPage: (request) => buildProducts(settings, request),
    slugOf: slugOfMenuUrl,
    menuUrlOf: (slug) => menuUrlOf(origin, slug),
    menuHosts: ['blaze.me'],
    menuPaths: MENU_PATHS,
    // The platform has no persisted queries.
    learnQuery: () => null,
    parseStores: (answer) => parseStores(answer, origin),
    parseMenuPage,
    // No fields are documented: the first payload shows which fields exist.
    fields: { operation: 'products', documented: [], maps: new Set() },
    productsOf,
    normalizerOf,
    rules: VALUE_RULES,
  };
}
