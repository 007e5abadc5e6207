import { expect, test } from 'vitest';
import { saveDiscoveredStores } from '../../../db/queries/discovery.ts';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeStore } from '../db/make-store.ts';

interface Location {
  id: number;
  platform_dispensary_id: string;
  rejected_because: string;
}

interface List {
  items: Location[];
  next_cursor: string | null;
}

interface Admitted {
  id: number;
  code?: string;
  task: { workflow_id: string } | null;
}

/** Creates an API without a worker, so that started workflows stay open. */
async function createQuietServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { call } = await startApiServer({ db, client });
  await saveDiscoveredStores(db, 'dutchie', [
    makeStore('a', { name: 'Sandbox 1' }),
    makeStore('b', { status: 'closed' }),
    makeStore('c', { stateCode: null }),
    makeStore('d'),
  ]);
  const list = async (query = '') => (await call<List>('GET', `/api/locations/rejected${query}`)).body;
  const admit = (id: number, body?: object, headers: Record<string, string> = {}) =>
    call<Admitted>('POST', `/api/locations/${id}/admit`, {
      ...(body === undefined ? {} : { body }),
      headers,
    });
  return { db, client, call, list, admit };
}

test('stores that were left out are listed with the reasons, in pages and by filters', async () => {
  const { call, list } = await createQuietServer();
  const { items, next_cursor: end } = await list();
  expect(end).toBeNull();
  expect(items).toMatchObject([
    { platform_dispensary_id: 'a', name: 'Sandbox 1', rejected_because: 'the name is that of a test shop' },
    { platform_dispensary_id: 'b', status: 'closed', rejected_because: 'the store is closed' },
    { platform_dispensary_id: 'c', state: null, rejected_because: 'the store has no state' },
  ]);
  const first = await list('?limit=2');
  expect(first.items).toEqual(items.slice(0, 2));
  const second = await list(`?limit=2&cursor=${first.next_cursor}`);
  expect(second).toEqual({ items: items.slice(2), next_cursor: null });
  expect((await list('?state=az&reason=closed')).items).toEqual([items[1]]);
  expect((await list('?search=sandbox&platform=dutchie')).items).toEqual([items[0]]);
  expect((await list('?platform=blaze')).items).toEqual([]);
  expect((await call('GET', '/api/locations/rejected?why=closed')).status).toBe(400);
  const other = await call('GET', `/api/locations/rejected?state=NV&cursor=${first.next_cursor}`);
  expect([other.status, other.body.code]).toEqual([422, 'bad-cursor']);
});

test('one is admitted: it is a dispensary, its first crawl starts, and it is listed no longer', async () => {
  const { db, call, list, admit } = await createQuietServer();
  const [shop, closed] = (await list()).items;
  const { status, body } = await admit(shop!.id);
  expect([status, body]).toMatchObject([
    201,
    {
      name: 'Sandbox 1',
      platform_dispensary_id: 'a',
      closed_at: null,
      is_new: true,
      task: { workflow_id: `crawl/${body.id}`, already_running: false },
    },
  ]);
  expect((await call('GET', `/api/dispensaries/${body.id}`)).status).toBe(200);
  expect((await list()).items.map((item) => item.platform_dispensary_id)).toEqual(['b', 'c']);
  expect(await saveDiscoveredStores(db, 'dutchie', [makeStore('a', { name: 'Sandbox 1' })])).toMatchObject({
    rejected: 0,
  });
  const again = await admit(shop!.id);
  expect([again.status, again.body]).toMatchObject([
    200,
    { id: body.id, is_new: false, task: { already_running: true } },
  ]);
  const quiet = await admit(closed!.id, { crawl: false });
  expect([quiet.status, quiet.body.task]).toEqual([201, null]);
  const unknown = await admit(999_999);
  expect([unknown.status, unknown.body]).toMatchObject([
    404,
    { code: 'not-found', detail: 'There is no location 999999.' },
  ]);
  expect((await admit(shop!.id, { crawl: 'no' })).status).toBe(400);
});

test('an admission is noted with who made it and why; a repeat is answered as before; a key that reads may not', async () => {
  const { db, list, admit } = await createQuietServer();
  const [shop] = (await list()).items;
  const [operate, read] = [await givenKey(db, 'operate'), await givenKey(db, 'read')];
  expect((await admit(shop!.id, {}, read)).status).toBe(403);
  const keyed = { ...operate, 'idempotency-key': 'one', 'x-reason': 'it is a real store' };
  const first = await admit(shop!.id, {}, keyed);
  const second = await admit(shop!.id, {}, keyed);
  expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
  const audit = await db.selectFrom('api_audit').select(['path', 'status', 'reason']).orderBy('id').execute();
  expect(audit.at(-1)).toEqual({
    path: `/api/locations/${shop!.id}/admit`,
    status: 201,
    reason: 'it is a real store',
  });
  const { admitted_by: by } = await db
    .selectFrom('dutchie_discovery_locations')
    .where('id', '=', shop!.id)
    .select('admitted_by')
    .executeTakeFirstOrThrow();
  expect(by).toMatch(/^a operate key \(.+\)$/);
});
