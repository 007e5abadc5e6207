import { describe, expect, it } from 'vitest';
import { createLies } from '../../../../sandbox/lies/lies.ts';
import type { Lies, LieRequest } from '../../../../sandbox/lies/lies.ts';
import type { LieKind } from '../../../../sandbox/lies/lie-kind.ts';
import { LIE_KINDS } from '../../../../sandbox/lies/lie-kinds.ts';
import { json } from '../../../../sandbox/storefront/answer.ts';
import { listProducts } from '../../../../sandbox/storefront/list-products.ts';
import { FIRST_HASHES } from '../../../../sandbox/storefront/operations.ts';
import { answerRest, onPage } from '../../../../sandbox/storefront/rest.ts';
import type { LoggedRequest } from '../../../../sandbox/storefront/request-log.ts';
import { generateRestStores } from '../../../../sandbox/world/generate-rest-stores.ts';
import { generateWorld } from '../../../../sandbox/world/generate-world.ts';

const RECIPE = { seed: 5, dispensaries: 2, products: 60, restDispensaries: 2 };
const [PROXY, OTHER_PROXY] = ['203.0.113.11', '203.0.113.12'];
const PAGE_SIZE = 40;

function open() {
  let pass = 0;
  const world = { ...generateWorld(RECIPE), restStores: generateRestStores(RECIPE) };
  const site = { world, pass: () => pass, hashes: () => FIRST_HASHES };
  return { site, lies: createLies(site), evolve: () => ++pass };
}

type Opened = ReturnType<typeof open>;
interface Page {
  ids: unknown[];
  count: unknown;
  text: string;
}

function reported(name: string, more: Partial<LieRequest> = {}): LieRequest {
  const kind = LIE_KINDS.find((candidate) => candidate.name === name) as LieKind;
  return { kind, seed: 1, share: 1, store: null, proxy: null, ...more };
}

function requested(part: Partial<LoggedRequest>): LoggedRequest {
  return { exitAddress: PROXY, page: 0, ...part } as LoggedRequest;
}

/** Requests a page as a client does: from the GraphQL store, or with `isRest` from the REST store. */
async function ask({ site, lies }: Pick<Opened, 'site'> & { lies: Lies }, page: number, isRest = false) {
  return isRest ? fetchRest({ site, lies }, page) : fetchGraphql({ site, lies }, page);
}

async function fetchGraphql(
  { site, lies }: Pick<Opened, 'site' | 'lies'>,
  page: number,
  { store = site.world.stores[0]!.platformId, exitAddress = PROXY } = {},
): Promise<Page> {
  const productsFilter = { dispensaryId: store, Status: 'Active', sortBy: 'name' };
  const answer = await lies.answer(
    requested({ operation: 'FilteredProducts', dispensaryId: store, page, exitAddress }),
    (seen, other) =>
      json({ data: listProducts(seen, { productsFilter, page: other ?? page, perPage: PAGE_SIZE }) }),
  );
  const { data } = JSON.parse(String(answer.body)) as { data: ReturnType<typeof listProducts> };
  const { products, queryInfo } = data.filteredProducts;
  return {
    ids: products.map((product) => product['id']),
    count: queryInfo.totalCount,
    text: String(answer.body),
  };
}

async function fetchRest({ site, lies }: Pick<Opened, 'site' | 'lies'>, page: number): Promise<Page> {
  const storeId = site.world.restStores[0]!.platformId;
  const query = new URLSearchParams({
    sort: 'name',
    limit: String(PAGE_SIZE),
    offset: String(page * PAGE_SIZE),
  });
  const request = { method: 'GET', resource: 'products', path: '', storeId, query } as const;
  const answer = await lies.answer(
    requested({ operation: 'products', dispensaryId: storeId, page }),
    (seen, other) => answerRest(seen, onPage(request, other)),
  );
  const body = JSON.parse(String(answer.body)) as { data: { id: string }[]; meta: { total_count: unknown } };
  return { ids: body.data.map(({ id }) => id), count: body.meta.total_count, text: String(answer.body) };
}

const PAGES = [0, 1, 2, 3, 4, 5];

async function fetchAll(opened: Opened, isRest: boolean): Promise<Page[]> {
  return Promise.all(PAGES.map((page) => ask(opened, page, isRest)));
}

const pageKinds = LIE_KINDS.filter((kind) => 'page' in kind);
const pageCases = pageKinds.flatMap(({ name }) => [
  { name, isRest: false },
  { name, isRest: true },
]);

describe('lies about pages', () => {
  it.each(pageCases)(
    '$name shows in a menu, REST $isRest, and ends with the lies',
    async ({ name, isRest }) => {
      const opened = open();
      const honest = await fetchAll(opened, isRest);
      opened.lies.tell(reported(name));
      expect(await fetchAll(opened, isRest)).not.toEqual(honest);
      opened.lies.clear();
      expect(await fetchAll(opened, isRest)).toEqual(honest);
    },
  );

  it.each(pageCases.filter(({ name }) => name.endsWith('-counted')))(
    '$name tells the count of the products that it shows, REST $isRest',
    async ({ name, isRest }) => {
      const opened = open();
      opened.lies.tell(reported(name));
      const pages = await fetchAll(opened, isRest);
      expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(pages[0]!.count);
    },
  );

  it('show other pages of honest products', async () => {
    const opened = open();
    const honest = await fetchAll(opened, false);
    opened.lies.tell(reported('page-repeated'));
    const pages = await fetchAll(opened, false);
    expect(pages[1]!.ids).toEqual(honest[0]!.ids);
    expect([pages[0], pages[2], pages[3]]).toEqual([honest[0], honest[2], honest[3]]);
  });

  it('change the number of pages with the count', async () => {
    const opened = open();
    opened.lies.tell(reported('count-half-higher'));
    const { count, text } = await ask(opened, 0);
    expect(text).toContain(`"totalPages":${Math.ceil(Number(count) / PAGE_SIZE)}`);
  });

  it('pass on what is no page of a menu', async () => {
    const { lies } = open();
    lies.tell(reported('page-one-only'));
    const unknown = json({ errors: [{ message: 'Unknown hash' }] });
    const answer = await lies.answer(requested({ operation: 'FilteredProducts' }), () => unknown);
    expect(answer).toBe(unknown);
    const [calls, detail] = [[] as unknown[], json({ data: [] })];
    await lies.answer(requested({ operation: 'IndividualFilteredProduct' }), (_, page) => {
      calls.push(page);
      return detail;
    });
    expect(calls).toEqual([null]);
  });
});

describe('a lie', () => {
  it.each([
    ['prices-times-100', false],
    ['prices-times-100', true],
    ['count-zero', false],
    ['count-zero', true],
  ])('is told about each store until it is deleted: %s, REST %s', async (name, isRest) => {
    const opened = open();
    const honest = await ask(opened, 0, isRest);
    opened.lies.tell(reported(name));
    expect((await ask(opened, 0, isRest)).text).not.toBe(honest.text);
    opened.lies.clear();
    expect((await ask(opened, 0, isRest)).text).toBe(honest.text);
  });

  it.each(['prices-times-100', 'count-zero'])('may be about one store: %s', async (name) => {
    const opened = open();
    const [first, second] = opened.site.world.stores.map(({ platformId }) => platformId);
    const honest = await fetchGraphql(opened, 0, { store: first! });
    const other = await fetchGraphql(opened, 0, { store: second! });
    opened.lies.tell(reported(name, { store: first! }));
    expect(await fetchGraphql(opened, 0, { store: first! })).not.toEqual(honest);
    expect(await fetchGraphql(opened, 0, { store: second! })).toEqual(other);
  });

  it.each(['prices-times-100', 'count-zero'])('may be told through one proxy: %s', async (name) => {
    const opened = open();
    const honest = await fetchGraphql(opened, 0);
    opened.lies.tell(reported(name, { proxy: OTHER_PROXY }));
    expect(await fetchGraphql(opened, 0)).toEqual(honest);
    expect(await fetchGraphql(opened, 0, { exitAddress: OTHER_PROXY })).not.toEqual(honest);
  });

  it('adds up with those that are told already', async () => {
    const opened = open();
    opened.lies.tell(reported('prices-0'));
    opened.lies.tell(reported('count-zero'));
    opened.lies.tell(reported('names-constant'));
    const { count, text } = await ask(opened, 0);
    expect(count).toBe(0);
    expect(text).toContain('"Name":"Product"');
    expect(text).toMatch(/"Prices":\[0(,0)*\]/);
  });

  it('that grows touches a tenth of its share in the first pass, and all of it after ten', async () => {
    const opened = open();
    const honest = Number((await ask(opened, 0)).count);
    opened.lies.tell(reported('shrinks-in-steps'));
    const left = [Number((await ask(opened, 0)).count) / honest];
    for (let pass = 1; pass < 10; pass++) {
      opened.evolve();
      left.push(Number((await ask(opened, 0)).count) / honest);
    }
    expect(left[0]).toBeGreaterThan(0.8);
    expect(left[0]).toBeLessThan(1);
    expect(left[4]).toBeLessThan(0.7);
    expect(left.at(-1)).toBe(0);
  });

  it('keeps the menu as it was when it began, if it is about a cache that is never renewed', async () => {
    const opened = open();
    opened.evolve();
    const then = (await ask(opened, 0)).text;
    opened.lies.tell(reported('stale-since-then'));
    opened.evolve();
    opened.evolve();
    expect((await ask(opened, 0)).text).toBe(then);
  });

  it('touches about its share of products', async () => {
    const opened = open();
    opened.lies.tell(reported('prices-99999', { share: 0.3 }));
    const lied = (await fetchAll(opened, false)).flatMap(
      ({ text }) => text.match(/"Prices":\[99999[\],]/g) ?? [],
    );
    const share = lied.length / Number((await ask(opened, 0)).count);
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.45);
  });

  it('leaves the details of a product and the truth as they are', async () => {
    const { site, lies } = open();
    const store = site.world.stores[0]!;
    const [detail, truth] = [store.menuAt(0)[0]!.detail, store.menuAt(0)[0]!.truth];
    lies.tell(reported('prices-0'));
    await lies.answer(requested({}), (seen) => {
      const lied = seen.world.stores[0]!.menuAt(0)[0]!;
      expect(lied.record['Prices']).not.toEqual(detail['Prices']);
      expect([lied.detail, lied.truth]).toEqual([detail, truth]);
      return json({});
    });
    expect(site.world.stores[0]).toBe(store);
  });
});
