import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { quarantinePayload } from '../../../db/queries/quarantine.ts';
import { platformSettings } from '../../../config/platform-settings.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { createRenamedFinder } from '../../../payloads/find-renamed-field.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { startApiServer } from '../../support/api-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { connectThroughLink } from '../../support/linked-database.ts';
import { createTestDatabase, databaseUrlOf } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeProducts, without, withRenamed } from '../../unit/domain/fields/make-products.ts';
import { beginRun, day, ingest, makePayloadRecord } from '../db/make-crawl.ts';
import { SUSPICION } from '../db/make-unconfirmed.ts';

type PayloadFields = Schemas['PayloadFields'];

/** Creates a store, and functions that ingest menus or put them into quarantine. */
async function createStore() {
  const { db } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const run = await beginRun(db);
  const root = await temporaryFolder('fields-');
  const files = createPayloadFiles({ root });
  const { call } = await startApiServer({ db, client, env: { STORAGE_ROOT: root }, isFollowed: false });
  const write = async (fetchedAt: Date, products: object[]) => {
    const document = { products };
    const file = await files.write({ dispensaryId: run.dispensaryId, fetchedAt, document });
    const { path: storagePath, sha256, bytes, rawBytes } = file;
    return { storagePath, sha256, bytes, rawBytes };
  };
  return {
    db,
    root,
    bringIn: async (fetchedAt: Date, products: object[]) =>
      (await ingest(db, run, { fetchedAt, products: [], record: await write(fetchedAt, products) })).payload
        .id,
    putAside: async (fetchedAt: Date, products: object[]) => {
      const record = await makePayloadRecord(db, fetchedAt);
      const payload = { ...record, ...(await write(fetchedAt, products)) };
      return quarantinePayload(db, run, { payload, suspicion: SUSPICION });
    },
    ask: <Body = PayloadFields>(id: number) => call<Body>('GET', `/api/payloads/${id}/fields`),
  };
}

test('the fields of a doubted menu are compared with those of the last one that is believed, not with another doubted one', async () => {
  const { bringIn, putAside, ask } = await createStore();
  const menu = makeProducts(30);
  await bringIn(day(1), without(menu, 'brand'));
  const accepted = await bringIn(day(2), menu);
  await putAside(day(3), withRenamed(menu, 'Prices', 'price_list'));
  const suspect = await putAside(day(4), withRenamed(menu, 'Prices', 'price_list'));
  const { status, body } = await ask(suspect);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    from: accepted,
    to: suspect,
    products: { before: 30, after: 30 },
    are_same_products: true,
    vanished: [{ path: 'Prices', is_null: false, why: expect.stringContaining('in 0 % now') }],
    appeared: [{ path: 'price_list', types: ['array'] }],
    renamed: [{ from: 'Prices', to: 'price_list', by: 'values', compared: 30, alike: 1 }],
  });
});

test('what cannot be compared says why: nothing before it, no such payload, no products, a file that is gone or elsewhere', async () => {
  const { db, root, bringIn, putAside, ask } = await createStore();
  const first = await bringIn(day(2), makeProducts(30));
  const empty = await putAside(day(3), []);
  const suspect = await putAside(day(4), makeProducts(30));
  const reported = async (id: number) => {
    const { status, body } = await ask<{ code: string; detail: string }>(id);
    return [status, body.code, body.detail];
  };
  expect(await reported(first)).toEqual([404, 'not-found', expect.stringContaining('nothing to compare')]);
  expect(await reported(999_999)).toEqual([404, 'not-found', 'There is no payload 999999.']);
  expect(await reported(empty)).toEqual([409, 'conflict', expect.stringContaining('has no products')]);
  const row = db.updateTable('raw_crawl_payloads').where('id', '=', suspect);
  await row.set({ held_by: 'worker-7' }).execute();
  expect(await reported(suspect)).toEqual([
    409,
    'conflict',
    expect.stringContaining('worker-7 alone has its file'),
  ]);
  await row.set({ held_by: null }).execute();
  const { storage_path: path } = await db
    .selectFrom('raw_crawl_payloads')
    .where('id', '=', suspect)
    .select('storage_path')
    .executeTakeFirstOrThrow();
  await rm(join(root, path));
  expect(await reported(suspect)).toEqual([409, 'conflict', expect.stringContaining(path)]);
});

test('the verdict names the field that a platform has renamed for several stores', async () => {
  const { db, root, bringIn, putAside } = await createStore();
  const menu = makeProducts(30);
  await bringIn(day(2), menu);
  const suspect = await putAside(day(3), withRenamed(menu, 'Prices', 'price_list'));
  const plain = await putAside(day(4), menu);
  const tools = {
    platforms: createPlatformRegistry(platformSettings(readEnvironment({}))),
    payloadFiles: createPayloadFiles({ root }),
  };
  const found = { first: { from: 'Prices', to: 'price_list' }, count: 1 };
  const renamedIn = createRenamedFinder({ db, ...tools });
  expect(await renamedIn(suspect)).toMatchObject(found);
  expect(await renamedIn(plain)).toBeNull();
  expect(await renamedIn(999_999)).toBeNull();

  const options = { poolSize: 1, answerMsMax: 60_000 };
  const { db: linked, link } = await connectThroughLink(await databaseUrlOf(db), options);
  const renamedBehindLink = createRenamedFinder({ db: linked, ...tools });
  link.cut();
  expect(await renamedBehindLink(suspect)).toBeNull();
  await link.join();
  await expect.poll(() => renamedBehindLink(suspect), { timeout: 30_000 }).toMatchObject(found);
});
