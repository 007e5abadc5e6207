import { expect, test } from 'vitest';
import { saveDiscoveredStores } from '../../../db/queries/discovery.ts';
import { findNewestRun } from '../../../db/queries/runs.ts';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeStore } from '../db/make-store.ts';

const PATH = '/api/dispensaries';
const MENU_URL = 'https://dutchie.com/dispensary/deeply-rooted';

interface Answer {
  id: number;
  task: { workflow_id: string; already_running: boolean } | null;
  detail: string;
  errors: object[];
  [field: string]: unknown;
}

/** Creates an API without a worker, so that started workflows stay open. */
async function createQuietServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const server = await startApiServer({ db, client });
  const add = (body: object, headers: Record<string, string> = {}) =>
    server.call<Answer>('POST', PATH, { body, headers });
  return { db, client, add, ...server };
}

test('a store is added by its menu, and what it lacks is started; added again, it is there', async () => {
  const { db, client, call, add } = await createQuietServer();
  const made = await add({ menu_url: MENU_URL });
  const { id } = made.body;
  const menuUrl = 'https://dutchie.com/embedded-menu/deeply-rooted';
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      name: 'deeply-rooted',
      slug: 'deeply-rooted',
      menu_url: menuUrl,
      platform: 'dutchie',
      platform_dispensary_id: null,
      task: { workflow_id: `resolve/${id}`, already_running: false },
    },
  ]);
  expect((await call('GET', `${PATH}/${id}`)).body).toMatchObject({ id, menu_url: menuUrl });
  // The API has written the run to the ledger, although no process follows Temporal yet.
  expect(await findNewestRun(db, `resolve/${id}`)).toMatchObject({ status: 'pending', dispensaryId: id });
  for (const path of ['embedded-menu', 'dispensary', 'stores']) {
    const again = await add({ menu_url: `https://www.dutchie.com/${path}/deeply-rooted` });
    expect([again.status, again.body]).toMatchObject([
      200,
      { id, task: { workflow_id: `resolve/${id}`, already_running: true } },
    ]);
  }
  const { memo } = await client.workflow.getHandle(`resolve/${id}`).describe();
  expect(memo).toMatchObject({ priority: 10 });
});

test('without a crawl, the platform is asked for the store alone', async () => {
  const { client, add } = await createQuietServer();
  const { body } = await add({ menu_url: 'https://ecom-api.blaze.me/stores/copper-fern', crawl: false });
  expect(body).toMatchObject({ platform: 'blaze', task: { workflow_id: `resolve/${body.id}` } });
  const { events } = await client.workflow.getHandle(`resolve/${body.id}`).fetchHistory();
  const [payload] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  expect(JSON.parse(Buffer.from(payload!.data!).toString())).toEqual({
    dispensaryId: body.id,
    platform: 'blaze',
    crawl: false,
    priority: 10,
  });
});

test('of a store that discovery found, the first crawl is started where it lacks it, and nothing else', async () => {
  const { db, add } = await createQuietServer();
  const { newDispensaryIds } = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
  const [id = 0] = newDispensaryIds;
  const request = { menu_url: 'https://dutchie.com/stores/store-a' };
  expect((await add({ ...request, crawl: false })).body).toMatchObject({ id, task: null });
  const { status, body } = await add(request);
  expect([status, body]).toMatchObject([200, { id, task: { workflow_id: `crawl/${id}` } }]);
  await db.updateTable('dispensaries').set({ first_crawl_at: new Date() }).execute();
  expect((await add(request)).body).toMatchObject({ id, task: null });
  await db.updateTable('dispensaries').set({ first_crawl_at: null, crawl_enabled: false }).execute();
  expect((await add(request)).body).toMatchObject({ id, crawl_enabled: false, task: null });
});

test.each([
  'https://example.com/dispensary/deeply-rooted',
  'https://dutchie.com/cities/phoenix',
  'deeply-rooted',
])('%s is refused with one error that names the forms', async (menuUrl) => {
  const { db, add } = await createQuietServer();
  const { status, body } = await add({ menu_url: menuUrl });
  expect([status, body.code, body.errors]).toMatchObject([422, 'impossible', [{ pointer: '/menu_url' }]]);
  expect(body.detail).toBe(
    'menu_url (body) takes the address of a menu, in one of these forms: https://dutchie.com/embedded-menu/<slug>, ' +
      'https://dutchie.com/dispensary/<slug>, https://dutchie.com/stores/<slug>, https://ecom-api.blaze.me/stores/<slug>, ' +
      `got "${menuUrl}".`,
  );
  expect(await db.selectFrom('dispensaries').select('id').execute()).toEqual([]);
});

test('a password in an address is neither taken, nor repeated, nor kept', async () => {
  const { db, add } = await createQuietServer();
  const key = await givenKey(db, 'operate');
  const { status, text } = await add({ menu_url: 'https://ada:hunter22@dutchie.com/stores/a' }, key);
  expect(status).toBe(422);
  expect(text).not.toContain('hunter22');
  const audit = await db.selectFrom('api_audit').select(['path', 'status', 'body']).execute();
  expect(audit).toMatchObject([{ path: PATH, status: 422 }]);
  expect(JSON.stringify(audit)).not.toContain('hunter22');
});

test('a repeat with its Idempotency-Key is answered as before; each is noted; a key that reads may not add', async () => {
  const { db, add } = await createQuietServer();
  const [operate, read] = [await givenKey(db, 'operate'), await givenKey(db, 'read')];
  expect((await add({ menu_url: MENU_URL }, read)).status).toBe(403);
  const keyed = { ...operate, 'idempotency-key': 'one' };
  const first = await add({ menu_url: MENU_URL }, keyed);
  const second = await add({ menu_url: MENU_URL }, keyed);
  expect([first.status, second.status, second.headers.get('idempotency-replayed')]).toEqual([
    201,
    201,
    'true',
  ]);
  expect(second.text).toBe(first.text);
  expect((await add({ menu_url: MENU_URL, crawl: false }, keyed)).body.code).toBe('idempotency-key-reused');
  const audit = await db.selectFrom('api_audit').select(['path', 'status']).orderBy('id').execute();
  expect(audit.filter(({ status }) => status === 201)).toEqual([
    { path: PATH, status: 201 },
    { path: PATH, status: 201 },
  ]);
});
