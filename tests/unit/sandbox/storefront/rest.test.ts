import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { FIRST_HASHES } from '../../../../sandbox/storefront/operations.ts';
import { answerRest, describeRest, readRestRequest } from '../../../../sandbox/storefront/rest.ts';
import { generateRestStores } from '../../../../sandbox/world/generate-rest-stores.ts';

const restStores = generateRestStores({ seed: 3, restDispensaries: 3, products: 30 });
const site = { world: { stores: [], restStores }, pass: () => 0, hashes: () => FIRST_HASHES };
const [store] = restStores;
if (!store) throw new Error('Expected a store.');
const id = store.platformId;
const profile = store.profileAt(0);

interface Body {
  data: { id: string; attributes: { name: string } }[];
  meta: { total_count: number };
  errors?: { title: string }[];
}

function read(path: string, { storeId, method = 'GET' }: { storeId?: string; method?: string } = {}) {
  const headers = storeId === undefined ? {} : { 'x-store': storeId };
  const url = new URL(path, 'https://blaze.sandbox.test');
  const request = readRestRequest({ method, headers } as unknown as IncomingMessage, url);
  if (request === null) throw new Error('Expected a request to this host.');
  return request;
}

function ask(path: string, more: { storeId?: string; method?: string } = {}): { status: number; body: Body } {
  const { status, body } = answerRest(site, read(path, more));
  return { status, body: JSON.parse(String(body)) as Body };
}

describe('a menu of the other form', () => {
  const path = '/api/v1/products/?sort=name';

  it('is served from an offset, as many as the limit says, with a count of all', () => {
    const whole = ask(`${path}&limit=500`, { storeId: id }).body;
    expect(whole.data).toHaveLength(whole.meta.total_count);
    expect(whole.meta.total_count).toBe(store.menuAt(0).length);
    const part = ask(`${path}&limit=10&offset=20`, { storeId: id.toUpperCase() }).body;
    expect(part.data).toEqual(whole.data.slice(20, 30));
    expect(ask(`${path}&offset=100000`, { storeId: id }).body.data).toEqual([]);
  });

  it('is sorted by name in both directions, and by popularity when not asked', () => {
    const names = (sort: string) =>
      ask(`/api/v1/products/?limit=500${sort}`, { storeId: id }).body.data.map(
        ({ attributes }) => attributes.name,
      );
    expect(names('&sort=-name')).toEqual(names('&sort=name').toReversed());
    expect(names('')).not.toEqual(names('&sort=name'));
    expect(names('').toSorted()).toEqual(names('&sort=name').toSorted());
  });

  it.each([
    [path, {}, { status: 400, title: 'The header X-Store is missing' }],
    [path, { storeId: '00000000-0000-4000-8000-000000000000' }, { status: 404, title: 'Store not found' }],
    [`${path}&limit=0`, { storeId: id }, { status: 400, title: 'limit takes 1 to 500, offset 0 and more' }],
    [`${path}&limit=501`, { storeId: id }, { status: 400, title: 'limit takes 1 to 500, offset 0 and more' }],
    [`${path}&offset=-1`, { storeId: id }, { status: 400, title: 'limit takes 1 to 500, offset 0 and more' }],
    [path, { storeId: id, method: 'POST' }, { status: 405, title: 'Method not allowed' }],
  ])('refuses %s %j with %j', (requested, more, { status, title }) => {
    expect(ask(requested, more)).toMatchObject({ status, body: { errors: [{ title }] } });
  });
});

describe('stores of the other form', () => {
  it('are found by header, slug, state, city and distance', () => {
    const { place, slug } = profile;
    for (const query of [
      `?slug=${slug}`,
      `?state=${place.state}&city=${place.city.toUpperCase()}`,
      `?latitude=${place.latitude}&longitude=${place.longitude}&radius_miles=1`,
    ])
      expect(ask(`/api/v1/stores/${query}`).body.data.map((found) => found.id)).toEqual([id]);
    expect(ask('/api/v1/stores/', { storeId: id }).body.data.map((found) => found.id)).toEqual([id]);
    expect(ask('/api/v1/stores/').body.meta.total_count).toBe(3);
    expect(ask('/api/v1/stores/?state=HI').body).toMatchObject({ data: [], meta: { total_count: 0 } });
    expect(ask('/api/v1/stores/?slug=nobody').body.data).toEqual([]);
  });

  it('have a page each', () => {
    expect(answerRest(site, read(`/stores/${profile.slug}`))).toMatchObject({ status: 200 });
    expect(String(answerRest(site, read('/')).body)).toContain('<h1>');
    expect(answerRest(site, read('/stores/nobody'))).toMatchObject({ status: 404 });
    expect(answerRest(site, read('/api/v2/products/'))).toMatchObject({ status: 404 });
  });
});

describe('the log', () => {
  it('tells a page of a menu as it does for the other form', () => {
    expect(describeRest(read('/api/v1/products/?limit=50&offset=100&sort=-name', { storeId: id }))).toEqual({
      operation: 'products',
      dispensaryId: id,
      page: 2,
      order: 'descending',
    });
    expect(describeRest(read('/api/v1/stores/?slug=copper'))).toEqual({
      operation: 'stores',
      dispensaryId: 'copper',
      page: null,
      order: null,
    });
  });

  it('leaves other hosts to others', () => {
    const message = { method: 'GET', headers: {} } as IncomingMessage;
    expect(readRestRequest(message, new URL('https://dutchie.sandbox.test/api/v1/products/'))).toBeNull();
  });
});
