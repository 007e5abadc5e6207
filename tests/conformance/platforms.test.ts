import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { platformSettings } from '../../config/platform-settings.ts';
import { readEnvironment } from '../../config/environment.ts';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import { compareStructure } from '../../domain/drift.ts';
import { structureOf } from '../../domain/structure.ts';
import {
  NOTHING_KNOWN,
  UnexpectedAnswer,
  type MenuOrder,
  type MenuPage,
  type Platform,
} from '../../platforms/platform.ts';
import { createPlatformRegistry } from '../../platforms/registry.ts';
import { FIRST_HASHES } from '../../sandbox/storefront/operations.ts';
import { MENU_BASE_URL, REST_URL, type Site } from '../../sandbox/storefront/site.ts';
import { generateRestStores } from '../../sandbox/world/generate-rest-stores.ts';
import { generateWorld } from '../../sandbox/world/generate-world.ts';
import { makeWorldTruth, type StoreTruth } from '../../sandbox/world/world.ts';
import { fetchStorefront } from '../support/fetch-storefront.ts';
import { changeSomewhere } from './change-somewhere.ts';
import { expectSoundProduct } from './expect-sound-product.ts';
import { SPECIMENS } from './specimens.ts';
import { summaryOfProduct, summaryOfTruth } from './summaries.ts';

// What every platform must do, whatever its API looks like. The answers come from the sandbox, which knows the truth about its menus.

const recipe = { seed: 5, dispensaries: 4, products: 60, restDispensaries: 4 };
const world = { ...generateWorld(recipe), restStores: generateRestStores(recipe) };
const site: Site = { world, pass: () => 0, hashes: () => FIRST_HASHES };
const registry = createPlatformRegistry(
  platformSettings(
    readEnvironment({
      DUTCHIE_GRAPHQL_URL: `${MENU_BASE_URL}/api-3/graphql`,
      DUTCHIE_HASH_FILTERED_PRODUCTS: FIRST_HASHES.FilteredProducts,
      BLAZE_API_URL: REST_URL,
    }),
  ),
);

function storesOf(platform: Platform): StoreTruth[] {
  return makeWorldTruth(world, 0).dispensaries.filter((store) => store.platform === platform.name);
}

function fetchMenuPage(
  platform: Platform,
  store: string,
  query: { page: number; order?: MenuOrder },
): MenuPage {
  const request = platform.requestMenuPage(
    { platformDispensaryId: store, apiUrl: null, order: 'ascending', ...query },
    NOTHING_KNOWN,
  );
  return platform.parseMenuPage(fetchStorefront(site, request).answer);
}

/** Fetches pages until one is not full. */
function fetchMenu(platform: Platform, store: string, order: MenuOrder): MenuPage[] {
  const pages: MenuPage[] = [];
  do pages.push(fetchMenuPage(platform, store, { page: pages.length, order }));
  while (pages.at(-1)?.products.length === platform.pageSize);
  return pages;
}

function largestOf(platform: Platform): StoreTruth {
  const [largest] = storesOf(platform).toSorted((one, other) => other.products.length - one.products.length);
  if (largest === undefined) throw new Error(`The sandbox has no store of ${platform.name}`);
  return largest;
}

function findStores(platform: Platform, slugOrId: string) {
  return platform.parseStores(fetchStorefront(site, platform.requestStore(slugOrId, NOTHING_KNOWN)).answer);
}

describe.each(PLATFORM_NAMES.map((name) => registry[name]))('the platform $name', (platform) => {
  const specimens = SPECIMENS[platform.name];
  const idsOf = (pages: MenuPage[]) => pages.flatMap(({ products }) => products.map(({ id }) => id));

  test('asks by https, with headers fit to be sent and no body but with POST', () => {
    const anyText = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(anyText, fc.nat(1000), (text, page) => {
        for (const request of [
          platform.requestStores({ stateCode: 'AZ', city: text }, NOTHING_KNOWN),
          platform.requestStores(
            { stateCode: 'AZ', near: { latitude: 33.4, longitude: -112, miles: 5 } },
            NOTHING_KNOWN,
          ),
          platform.requestStore(text, NOTHING_KNOWN),
          platform.requestStore(specimens.unknownStoreId, NOTHING_KNOWN),
          platform.requestMenuPage(
            { platformDispensaryId: specimens.unknownStoreId, page, order: 'descending', apiUrl: null },
            NOTHING_KNOWN,
          ),
        ]) {
          expect(new URL(request.url).protocol).toBe('https:');
          expect(new URL(request.url).host).toBe(new URL(platform.homeUrl).host);
          expect(request.operation).toMatch(/^\w+$/);
          expect(request.body === undefined).toBe(request.method === 'GET');
          for (const [name, value] of request.headers) {
            expect(name).toMatch(/^[a-z0-9-]+$/);
            expect(value).toMatch(/^[ -~]+$/);
          }
        }
      }),
    );
  });

  test('asks a store that keeps an address of its own there', () => {
    const query = { platformDispensaryId: specimens.unknownStoreId, page: 0, order: 'ascending' } as const;
    const request = platform.requestMenuPage({ ...query, apiUrl: 'https://own.test/menu' }, NOTHING_KNOWN);
    expect(request.url).toMatch(/^https:\/\/own\.test\/menu/);
  });

  test('pages through a menu without gap or repeat, and says how many products there are', () => {
    const store = largestOf(platform);
    const pages = fetchMenu(platform, store.platformId, 'ascending');
    expect(pages.length).toBeGreaterThan(1);
    const ids = idsOf(pages);
    const truth = [...store.products, ...store.inactiveProducts].map(({ id }) => id);
    expect(ids.toSorted()).toEqual(truth.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(pages.map(({ totalCount }) => totalCount))).toEqual(new Set([truth.length]));
    expect(pages.slice(0, -1).every(({ products }) => products.length === platform.pageSize)).toBe(true);
  });

  test('gives the same products in the opposite order', () => {
    const { platformId } = largestOf(platform);
    const forward = idsOf(fetchMenu(platform, platformId, 'ascending'));
    const backward = idsOf(fetchMenu(platform, platformId, 'descending'));
    expect(backward).toEqual(forward.toReversed());
  });

  test('finds nothing behind the last page, which is no error', () => {
    const page = fetchMenuPage(platform, largestOf(platform).platformId, { page: 50 });
    expect(page.products).toEqual([]);
  });

  test('leaves room for menus ten times the largest on record', () => {
    expect(platform.pagesMax * platform.pageSize).toBeGreaterThanOrEqual(10 * 2_890);
  });

  test('knows whose products they are, where they say so', () => {
    const { platformId } = largestOf(platform);
    const { ownerIds = [platformId] } = fetchMenuPage(platform, platformId, { page: 0 });
    expect(ownerIds).toEqual([platformId]);
  });

  test('normalizes every product of every store to what the sandbox knows of it', () => {
    for (const store of storesOf(platform)) {
      const truth = [...store.products, ...store.inactiveProducts].map(summaryOfTruth);
      const menu = fetchMenu(platform, store.platformId, 'ascending').flatMap(({ products }) => products);
      const normalize = platform.normalizerOf(menu.map(({ raw }) => raw));
      const found = menu.map(({ id, raw }) => {
        const result = normalize(raw);
        if (!result.ok) throw new Error(`${id} was skipped: ${result.reason}`);
        expectSoundProduct(result);
        expect(result.product.providerProductId).toBe(id);
        return summaryOfProduct(result.product);
      });
      const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
      expect(found.toSorted(byId)).toEqual(truth.toSorted(byId));
    }
  });

  test('finds the products in a captured page, and its menus differ in nothing from what is on record', () => {
    const { platformId } = largestOf(platform);
    const query = { platformDispensaryId: platformId, page: 0, order: 'ascending', apiUrl: null } as const;
    const { answer } = fetchStorefront(site, platform.requestMenuPage(query, NOTHING_KNOWN));
    const products = platform.productsOf(answer) ?? [];
    expect(products).toEqual(platform.parseMenuPage(answer).products.map(({ raw }) => raw));
    for (const other of [null, 7, [], {}, { data: null }]) expect(platform.productsOf(other)).toBeNull();
    const { documented, maps } = platform.fields;
    const known = new Map(documented.map((field) => [field.path, field]));
    expect(compareStructure(known, structureOf(products, { maps })).drift).toEqual([]);
  });

  test('finds the stores of a state, with all that discovery needs', () => {
    const all = storesOf(platform);
    for (const stateCode of new Set(all.map(({ state }) => state))) {
      const request = platform.requestStores({ stateCode }, NOTHING_KNOWN);
      const found = platform.parseStores(fetchStorefront(site, request).answer);
      const ids = found.map(({ platformDispensaryId }) => platformDispensaryId);
      const expected = all.filter(({ state }) => state === stateCode);
      expect(ids.toSorted()).toEqual(expected.map(({ platformId }) => platformId).toSorted());
      // In the sandbox, only test shops are closed.
      const open = found.filter(({ status }) => status === 'open').map((store) => store.platformDispensaryId);
      expect(open).toEqual(
        expect.arrayContaining(
          expected.filter((store) => !store.isTestShop).map(({ platformId }) => platformId),
        ),
      );
      for (const store of found) {
        const truth = expected.find(({ platformId }) => platformId === store.platformDispensaryId);
        expect(store).toMatchObject({
          name: truth?.name,
          slug: truth?.cName,
          city: truth?.city,
          stateCode,
          postalCode: truth?.zip,
          timeZone: truth?.timezone,
        });
        expect([store.latitude, store.longitude].every(Number.isFinite)).toBe(true);
      }
    }
  });

  test('finds a store by its slug and by its id, and none for what it does not know', () => {
    for (const { platformId, slug } of storesOf(platform)) {
      for (const name of [platformId, slug])
        expect(findStores(platform, name).map((store) => store.platformDispensaryId)).toEqual([platformId]);
    }
    expect(findStores(platform, 'no-such-store')).toEqual([]);
    expect(findStores(platform, specimens.unknownStoreId)).toEqual([]);
  });

  test('finds the slug in the menu URLs of its stores, whatever the slug', () => {
    const slug = fc.oneof(
      fc.constantFrom('.', '..', '%2e', 'a/b', '?', '#'),
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.webPath(),
    );
    fc.assert(
      fc.property(slug, (text) => {
        for (const store of platform.parseStores(specimens.storeNamed(text))) {
          expect(new URL(store.menuUrl).protocol).toBe('https:');
          expect(platform.slugOf(store.menuUrl)).toBe(store.slug);
        }
      }),
    );
    expect(platform.parseStores(specimens.storeNamed('copper-fern'))).toHaveLength(1);
    for (const other of ['https://example.test/', 'https://example.test/about', 'no url', ''])
      expect(platform.slugOf(other)).toBeNull();
  });

  test('tells a reported error from a form that it does not know', () => {
    for (const parse of [platform.parseStores, platform.parseMenuPage]) {
      for (const answer of specimens.reported) expect(complaintOf(parse, answer)).toBe('reported');
      for (const answer of specimens.unknownQuery) expect(complaintOf(parse, answer)).toBe('unknown-query');
      for (const answer of [null, 1, 'text', [], {}, { data: null }, { data: {} }, { errors: [] }])
        expect(complaintOf(parse, answer)).toBe('form');
    }
  });

  test('takes no menu that comes beside something it does not know', () => {
    for (const answer of specimens.malformed)
      expect(complaintOf(platform.parseMenuPage, answer)).toBe('form');
  });

  test('asks on without a hash that the platform has rejected', () => {
    const query = {
      platformDispensaryId: specimens.unknownStoreId,
      page: 0,
      order: 'ascending',
      apiUrl: null,
    } as const;
    const { queryHash } = platform.requestMenuPage(query, NOTHING_KNOWN);
    expect(queryHash === undefined).toBe(specimens.unknownQuery.length === 0);
    const known = { learned: {}, rejected: new Set(queryHash === undefined ? [] : [queryHash]) };
    expect(platform.requestMenuPage(query, known).queryHash).toBeUndefined();
  });

  test('answers of any other form are UnexpectedAnswer and never another error', () => {
    const { platformId } = largestOf(platform);
    const menu = fetchStorefront(
      site,
      platform.requestMenuPage(
        { platformDispensaryId: platformId, page: 0, order: 'ascending', apiUrl: null },
        NOTHING_KNOWN,
      ),
    ).answer;
    const stores = fetchStorefront(site, platform.requestStore(platformId, NOTHING_KNOWN)).answer;
    const documents = [menu, stores, ...specimens.reported, ...specimens.unknownQuery];
    const changed = fc.constantFrom(...documents).chain((document) => changeSomewhere(document));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), changed), (answer) => {
        for (const parse of [platform.parseStores, platform.parseMenuPage]) {
          expect(complaintOf(parse, structuredClone(answer))).toMatch(/^(none|reported|unknown-query|form)/);
        }
      }),
      { numRuns: 600 },
    );
  });

  test('normalizes whatever it is given to a product or a reason, fit to be stored', () => {
    const { products } = fetchMenuPage(platform, largestOf(platform).platformId, { page: 0 });
    const changed = fc.constantFrom(...products).chain(({ raw }) => changeSomewhere(raw));
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
    });
    fc.assert(
      fc.property(fc.oneof(changed, changed, fc.jsonValue(), anything), (raw) => {
        expectSoundProduct(platform.normalizerOf([raw])(raw));
      }),
      { numRuns: 1500 },
    );
  });

  test('learns from no request that is none of its own', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl(), fc.string()),
        fc.option(fc.string(), { nil: undefined }),
        (url, body) => {
          expect(platform.learnQuery({ url, body })).toBeNull();
        },
      ),
    );
  });
});

/** Returns the complaint of a parser about an answer; `none` if it has none. Rethrows any error other than UnexpectedAnswer. */
function complaintOf(parse: (answer: unknown) => unknown, answer: unknown): string {
  try {
    parse(answer);
    return 'none';
  } catch (error) {
    if (!(error instanceof UnexpectedAnswer)) throw error;
    const isFitToStore = error.message.length <= 500 && !error.message.includes('\u0000');
    return isFitToStore ? error.complaint : `unfit: ${error.message}`;
  }
}
