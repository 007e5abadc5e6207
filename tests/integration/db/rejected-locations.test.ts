import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { addDispensary } from '../../../db/queries/add-dispensary.ts';
import { saveDiscoveredStores } from '../../../db/queries/discovery.ts';
import { saveResolvedStore } from '../../../db/queries/dispensaries.ts';
import {
  admitLocation,
  listRejectedLocations,
  type LocationFilter,
} from '../../../db/queries/rejected-locations.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeStore } from './make-store.ts';

const SHOP = makeStore('a', { name: 'Sandbox 1' });
const CLOSED = makeStore('b', { status: 'closed' });
const STATELESS = makeStore('c', { stateCode: null });

const FIRST_PAGE = { after: null, limit: 100 };

async function rejectedIn(db: Db, filter: LocationFilter = {}) {
  const { items } = await listRejectedLocations(db, filter, FIRST_PAGE);
  return items.map((item) => [item.platform_dispensary_id, item.rejected_because]);
}

async function locationOf(db: Db, platformDispensaryId: string): Promise<number> {
  const { id } = await db
    .selectFrom('dutchie_discovery_locations')
    .where('platform_dispensary_id', '=', platformDispensaryId)
    .select('id')
    .executeTakeFirstOrThrow();
  return id;
}

function dispensariesIn(db: Db) {
  return db
    .selectFrom('dispensaries')
    .select(['platform_dispensary_id as id', 'closed_at'])
    .orderBy('platform_dispensary_id')
    .execute();
}

describe('listRejectedLocations', () => {
  test('has the stores that discovery left out, with the reasons, by state, platform, reason and name', async () => {
    const { db } = await createTestDatabase();
    await saveDiscoveredStores(db, 'dutchie', [SHOP, CLOSED, STATELESS, makeStore('d')]);
    await saveDiscoveredStores(db, 'blaze', [makeStore('e', { status: 'coming soon', stateCode: 'NV' })]);
    expect(await rejectedIn(db)).toEqual([
      ['a', 'the name is that of a test shop'],
      ['b', 'the store is closed'],
      ['c', 'the store has no state'],
      ['e', 'the store is coming soon'],
    ]);
    const ids = async (filter: LocationFilter) => (await rejectedIn(db, filter)).map(([id]) => id);
    expect(await ids({ state: 'AZ' })).toEqual(['a', 'b']);
    expect(await ids({ platform: 'blaze' })).toEqual(['e']);
    expect(await ids({ reason: 'STORE IS' })).toEqual(['b', 'e']);
    expect(await ids({ search: 'sandbox' })).toEqual(['a']);
    const first = await listRejectedLocations(db, {}, { after: null, limit: 3 });
    expect(first.items).toHaveLength(3);
    const rest = await listRejectedLocations(db, {}, { after: first.next, limit: 3 });
    expect([rest.items.map(({ name }) => name), rest.next]).toEqual([['Store e'], null]);
  });

  test('lacks a dispensary that has closed, and a store that a person has added by its menu', async () => {
    const { db } = await createTestDatabase();
    await saveDiscoveredStores(db, 'dutchie', [makeStore('a'), CLOSED]);
    await saveDiscoveredStores(db, 'dutchie', [makeStore('a', { status: 'closed' })]);
    expect(await rejectedIn(db)).toEqual([['b', 'the store is closed']]);
    const { platform, slug, menuUrl } = { platform: 'dutchie' as const, ...CLOSED };
    const { dispensary } = await addDispensary(db, { platform, slug, menuUrl });
    await saveResolvedStore(db, dispensary.id, CLOSED);
    expect(await rejectedIn(db)).toEqual([]);
  });
});

describe('admitLocation', () => {
  test.each([
    ['a test shop', SHOP],
    ['a closed store', CLOSED],
    ['a store without a state', STATELESS],
  ])('makes a dispensary of %s, and later discoveries keep it', async (_title, store) => {
    const { db } = await createTestDatabase();
    await saveDiscoveredStores(db, 'dutchie', [store]);
    const id = await locationOf(db, store.platformDispensaryId);
    const before = await seenAt(db, id);
    expect(await admitLocation(db, id, 'Ada')).toMatchObject({
      isNew: true,
      dispensary: { name: store.name, state: store.stateCode, closed_at: null, crawl_enabled: true },
    });
    expect(await seenAt(db, id)).toEqual(before);
    expect(await rejectedIn(db)).toEqual([]);
    const later = await saveDiscoveredStores(db, 'dutchie', [store]);
    expect(later).toMatchObject({ found: 1, rejected: 0, newDispensaryIds: [] });
    expect(await dispensariesIn(db)).toEqual([{ id: store.platformDispensaryId, closed_at: null }]);
    expect(await rejectedIn(db)).toEqual([]);
    const kept = db
      .selectFrom('dutchie_discovery_locations')
      .select(['rejected_because', 'admitted_by', 'admitted_at'])
      .executeTakeFirst();
    expect(await kept).toEqual({
      rejected_because: null,
      admitted_by: 'Ada',
      admitted_at: expect.any(Date),
    });
  });

  test('a store that was admitted and closes later is closed, like any other', async () => {
    const { db } = await createTestDatabase();
    await saveDiscoveredStores(db, 'dutchie', [SHOP]);
    await admitLocation(db, await locationOf(db, 'a'), 'Ada');
    await saveDiscoveredStores(db, 'dutchie', [{ ...SHOP, status: 'closed' }]);
    expect(await dispensariesIn(db)).toEqual([{ id: 'a', closed_at: expect.any(Date) }]);
    await saveDiscoveredStores(db, 'dutchie', [SHOP]);
    expect(await dispensariesIn(db)).toEqual([{ id: 'a', closed_at: null }]);
  });

  test('admits once, however many ask at once and while discovery finds the store', async () => {
    const { db } = await createTestDatabase();
    await saveDiscoveredStores(db, 'dutchie', [SHOP, CLOSED]);
    const id = await locationOf(db, 'a');
    const work = Array.from({ length: 4 }, () => [
      admitLocation(db, id, 'Ada'),
      saveDiscoveredStores(db, 'dutchie', [CLOSED, SHOP]),
    ]);
    const admitted = (await Promise.all(work.flat())).filter((one) => one !== null && 'isNew' in one);
    expect(admitted).toHaveLength(4);
    expect(admitted.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await dispensariesIn(db)).toEqual([{ id: 'a', closed_at: null }]);
    expect(await rejectedIn(db)).toEqual([['b', 'the store is closed']]);
  });

  test('gives back a dispensary that the store is already, and knows no others', async () => {
    const { db } = await createTestDatabase();
    const { newDispensaryIds } = await saveDiscoveredStores(db, 'dutchie', [makeStore('a'), CLOSED]);
    expect(await admitLocation(db, await locationOf(db, 'a'), 'Ada')).toMatchObject({
      isNew: false,
      dispensary: { id: newDispensaryIds[0] },
    });
    const added = await addDispensary(db, {
      platform: 'dutchie',
      slug: CLOSED.slug,
      menuUrl: CLOSED.menuUrl,
    });
    expect(await admitLocation(db, await locationOf(db, 'b'), 'Ada')).toMatchObject({
      isNew: false,
      dispensary: { id: added.dispensary.id, name: CLOSED.name, platform_dispensary_id: 'b' },
    });
    expect(await admitLocation(db, 999_999, 'Ada')).toBeNull();
  });
});

async function seenAt(db: Db, id: number): Promise<Date> {
  const { last_seen_at: at } = await db
    .selectFrom('dutchie_discovery_locations')
    .where('id', '=', id)
    .select('last_seen_at')
    .executeTakeFirstOrThrow();
  return at;
}
