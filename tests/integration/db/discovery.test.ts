import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { saveDiscoveredStores } from '../../../db/queries/discovery.ts';
import { findDueDispensaries, loadDispensary } from '../../../db/queries/dispensaries.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeStore } from './make-store.ts';

function locationsOf(db: Db) {
  return db
    .selectFrom('dutchie_discovery_locations')
    .select(['platform_dispensary_id', 'dispensary_id', 'rejected_because', 'status'])
    .orderBy('platform_dispensary_id')
    .execute();
}

describe('saveDiscoveredStores', () => {
  test('promotes a valid store with all that is known of it', async () => {
    const { db } = await createTestDatabase();
    const saved = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
    expect(saved).toEqual({
      found: 1,
      rejected: 0,
      newDispensaryIds: [expect.any(Number)],
      uncrawledDispensaryIds: [expect.any(Number)],
    });
    const [id = 0] = saved.newDispensaryIds;
    expect(await loadDispensary(db, id)).toEqual({
      id,
      name: 'Store a',
      platform: 'dutchie',
      platformDispensaryId: 'a',
      slug: 'store-a',
      menuUrl: 'https://dutchie.com/embedded-menu/store-a',
      apiUrl: null,
      city: 'Phoenix',
      stateCode: 'AZ',
      countryCode: 'US',
      timeZone: 'America/Phoenix',
      crawlEnabled: true,
      fetchMode: 'http',
      browserUntil: null,
    });
    expect(await locationsOf(db)).toEqual([
      { platform_dispensary_id: 'a', dispensary_id: id, rejected_because: null, status: 'open' },
    ]);
  });

  test('recognizes a dispensary that was added by its slug and never crawled', async () => {
    const { db } = await createTestDatabase();
    const first = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
    await db.updateTable('dispensaries').set({ platform_dispensary_id: null }).execute();
    const again = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
    expect(again.newDispensaryIds).toEqual([]);
    expect(await loadDispensary(db, first.newDispensaryIds[0] ?? 0)).toMatchObject({
      platformDispensaryId: 'a',
    });
  });

  test('names a store that was never crawled again, so that a lost answer loses no first crawl', async () => {
    const { db } = await createTestDatabase();
    const first = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
    const again = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
    expect(again).toMatchObject({ newDispensaryIds: [], uncrawledDispensaryIds: first.newDispensaryIds });
    await db.updateTable('dispensaries').set({ first_crawl_at: new Date() }).execute();
    const crawled = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
    expect(crawled.uncrawledDispensaryIds).toEqual([]);
  });

  test('keeps the others with the reason why not', async () => {
    const { db } = await createTestDatabase();
    const saved = await saveDiscoveredStores(db, 'dutchie', [
      makeStore('a', { name: 'Dutchie Sandbox' }),
      makeStore('b', { status: 'closed' }),
      makeStore('c', { stateCode: null }),
      makeStore('d'),
    ]);
    expect(saved).toMatchObject({ found: 4, rejected: 3 });
    expect(saved.newDispensaryIds).toHaveLength(1);
    expect((await locationsOf(db)).map((row) => row.rejected_because)).toEqual([
      'the name is that of a test shop',
      'the store is closed',
      'the store has no state',
      null,
    ]);
    expect(await db.selectFrom('dispensaries').select('platform_dispensary_id as id').execute()).toEqual([
      { id: 'd' },
    ]);
  });

  test('a known store is brought up to date and not doubled, and is not new again', async () => {
    const { db } = await createTestDatabase();
    const first = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
    const moved = makeStore('a', {
      name: 'Store A Uptown',
      slug: 'store-a-uptown',
      menuUrl: 'https://dutchie.com/embedded-menu/store-a-uptown',
      city: 'Mesa',
    });
    expect(await saveDiscoveredStores(db, 'dutchie', [moved])).toEqual({
      found: 1,
      rejected: 0,
      newDispensaryIds: [],
      uncrawledDispensaryIds: [expect.any(Number)],
    });
    expect(await loadDispensary(db, first.newDispensaryIds[0] ?? 0)).toMatchObject({
      name: 'Store A Uptown',
      slug: 'store-a-uptown',
      menuUrl: 'https://dutchie.com/embedded-menu/store-a-uptown',
      city: 'Mesa',
    });
    expect(await locationsOf(db)).toHaveLength(1);
  });

  test('what an answer leaves out does not erase what was known', async () => {
    const { db } = await createTestDatabase();
    const { newDispensaryIds } = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
    await saveDiscoveredStores(db, 'dutchie', [
      makeStore('a', { city: null, timeZone: null, address: null }),
    ]);
    expect(await loadDispensary(db, newDispensaryIds[0] ?? 0)).toMatchObject({
      city: 'Phoenix',
      timeZone: 'America/Phoenix',
    });
  });

  test('a crawl that a person switched off stays off', async () => {
    const { db } = await createTestDatabase();
    const { newDispensaryIds } = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
    await db.updateTable('dispensaries').set({ crawl_enabled: false }).execute();
    await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
    expect(await loadDispensary(db, newDispensaryIds[0] ?? 0)).toMatchObject({ crawlEnabled: false });
  });

  test('a store without a time zone gets that of its state', async () => {
    const { db } = await createTestDatabase();
    const store = makeStore('a', { timeZone: null, stateCode: 'MI' });
    const { newDispensaryIds } = await saveDiscoveredStores(db, 'dutchie', [store]);
    expect(await loadDispensary(db, newDispensaryIds[0] ?? 0)).toMatchObject({
      timeZone: 'America/New_York',
    });
  });

  test('a store that has closed is not due any more, and due again once it opens', async () => {
    const { db } = await createTestDatabase();
    const { newDispensaryIds } = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
    const due = async () =>
      (
        await findDueDispensaries(db, {
          scope: 'all',
          dueBefore: new Date().toISOString(),
          afterId: 0,
          limit: 10,
        })
      ).map(({ id }) => id);
    expect(await due()).toEqual(newDispensaryIds);
    const closed = await saveDiscoveredStores(db, 'dutchie', [makeStore('a', { status: 'closed' })]);
    expect(closed).toMatchObject({ newDispensaryIds: [], uncrawledDispensaryIds: [] });
    expect(await due()).toEqual([]);
    expect(await locationsOf(db)).toMatchObject([
      { dispensary_id: newDispensaryIds[0], rejected_because: 'the store is closed', status: 'closed' },
    ]);
    await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
    expect(await due()).toEqual(newDispensaryIds);
  });

  test('a store that the platform has registered anew under its slug keeps its row and its history', async () => {
    const { db } = await createTestDatabase();
    const { newDispensaryIds } = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
    const anew = makeStore('b', { slug: 'store-a' });
    expect(await saveDiscoveredStores(db, 'dutchie', [anew])).toMatchObject({ newDispensaryIds: [] });
    expect(await loadDispensary(db, newDispensaryIds[0] ?? 0)).toMatchObject({ platformDispensaryId: 'b' });
  });

  test.each([
    ['both ids are named', [makeStore('a', { slug: 'store-a-old' }), makeStore('b', { slug: 'store-a' })]],
    ['it is in another city', [makeStore('b', { slug: 'store-a', city: 'Yuma' })]],
  ])('a store that takes over a slug is another store when %s', async (_title, stores) => {
    const { db } = await createTestDatabase();
    const { newDispensaryIds } = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
    expect((await saveDiscoveredStores(db, 'dutchie', stores)).newDispensaryIds).toHaveLength(1);
    expect(await loadDispensary(db, newDispensaryIds[0] ?? 0)).toMatchObject({ platformDispensaryId: 'a' });
  });

  test('a store that opens is promoted then', async () => {
    const { db } = await createTestDatabase();
    await saveDiscoveredStores(db, 'dutchie', [makeStore('a', { status: 'closed' })]);
    const saved = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
    expect(saved.newDispensaryIds).toHaveLength(1);
    expect(await locationsOf(db)).toMatchObject([
      { dispensary_id: saved.newDispensaryIds[0], rejected_because: null },
    ]);
  });

  test('a store that is named twice in one answer counts once, as last told', async () => {
    const { db } = await createTestDatabase();
    const saved = await saveDiscoveredStores(db, 'dutchie', [
      makeStore('a'),
      makeStore('a', { name: 'Last' }),
    ]);
    expect(saved).toMatchObject({
      found: 1,
      newDispensaryIds: [expect.any(Number)],
      uncrawledDispensaryIds: [expect.any(Number)],
    });
    expect(await loadDispensary(db, saved.newDispensaryIds[0] ?? 0)).toMatchObject({ name: 'Last' });
  });

  test('platforms may use the same id for stores of their own', async () => {
    const { db } = await createTestDatabase();
    const first = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
    const other = await saveDiscoveredStores(db, 'blaze', [makeStore('a', { name: 'Another' })]);
    expect(other.newDispensaryIds).not.toEqual(first.newDispensaryIds);
    const rows = await db
      .selectFrom('dutchie_discovery_locations')
      .select(['platform', 'name', 'dispensary_id'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { platform: 'dutchie', name: 'Store a', dispensary_id: first.newDispensaryIds[0] },
      { platform: 'blaze', name: 'Another', dispensary_id: other.newDispensaryIds[0] },
    ]);
  });

  test('no stores are no error', async () => {
    const { db } = await createTestDatabase();
    expect(await saveDiscoveredStores(db, 'dutchie', [])).toEqual({
      found: 0,
      rejected: 0,
      newDispensaryIds: [],
      uncrawledDispensaryIds: [],
    });
  });

  test('discoveries of the same stores at once make each of them once', async () => {
    const { db } = await createTestDatabase();
    const stores = Array.from({ length: 50 }, (_, place) => makeStore(`s${place}`));
    const saved = await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        saveDiscoveredStores(db, 'dutchie', turn % 2 === 0 ? stores : stores.toReversed()),
      ),
    );
    const ids = saved.flatMap(({ newDispensaryIds }) => newDispensaryIds);
    expect(ids).toHaveLength(50);
    expect(new Set(ids).size).toBe(50);
  });
});
