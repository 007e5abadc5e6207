import type { Platform } from '../platform.ts';
import {
  buildFilteredProducts,
  buildStore,
  buildStores,
  PAGE_SIZE,
  type DutchieSettings,
} from './build-requests.ts';
import { DOCUMENTED_FIELDS, MAP_FIELDS } from './documented-fields.ts';
import { learnQuery } from './learn-query.ts';
import { normalizerOf } from './normalize-product.ts';
import { parseMenuPage } from './parse-menu.ts';
import { parseStores } from './parse-stores.ts';
import { productsOf } from './products-of.ts';
import { MENU_PATHS, menuUrlOf, slugOfMenuUrl } from './menu-url.ts';
import { VALUE_RULES } from './value-rules.ts';

export type { DutchieSettings } from './build-requests.ts';

/** Creates the platform Dutchie: persisted GraphQL queries over GET, pages of 100 products, counted from 0. */
export function createDutchiePlatform(settings: DutchieSettings): Platform {
  const menuOrigin = new URL(settings.graphqlUrl).origin;
  return {
    name: 'dutchie',
    homeUrl: `${menuOrigin}/`,
    pageSize: PAGE_SIZE,
    // 300 pages hold 30,000 products. The largest known menu has 2,890; ten times as many are a paging error.
    pagesMax: 300,
    requestStores: (area, known) => buildStores({ settings, known }, area),
    requestStore: (slugOrId, known) => buildStore({ settings, known }, slugOrId),
    requestMenuPage: (request, known) => buildFilteredProducts({ settings, known }, request),
    slugOf: slugOfMenuUrl,
    menuUrlOf: (slug) => menuUrlOf(menuOrigin, slug),
    menuHosts: ['dutchie.com'],
    menuPaths: MENU_PATHS,
    learnQuery,
    parseStores: (answer) => parseStores(answer, menuOrigin),
    parseMenuPage,
    fields: { operation: 'FilteredProducts', documented: DOCUMENTED_FIELDS, maps: MAP_FIELDS },
    productsOf,
    normalizerOf,
    rules: VALUE_RULES,
  };
}
