import { expect, test } from 'vitest';
import { addDispensary, joinKnownStore } from '../../../db/queries/add-dispensary.ts';
import { saveDiscoveredStores } from '../../../db/queries/discovery.ts';
import { saveResolvedStore } from '../../../db/queries/dispensaries.ts';
import { findDispensary } from '../../../db/queries/catalog-dispensaries.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeStore } from './make-store.ts';

const MENU = {
  platform: 'dutchie',
  slug: 'store-a',
  menuUrl: 'https://dutchie.com/embedded-menu/store-a',
} as const;

test('a store is added by its menu once, however many add it at once', async () => {
  const { db } = await createTestDatabase();
  const added = await Promise.all(Array.from({ length: 6 }, () => addDispensary(db, MENU)));
  expect(added.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(added.map(({ dispensary }) => dispensary.id)).size).toBe(1);
  expect(added[0]?.dispensary).toMatchObject({
    name: 'store-a',
    platform: 'dutchie',
    platform_dispensary_id: null,
    slug: 'store-a',
    menu_url: MENU.menuUrl,
    state: null,
    crawl_enabled: true,
  });
});

test('a store that discovery finds while it is added is one dispensary', async () => {
  const { db } = await createTestDatabase();
  await Promise.all([
    ...Array.from({ length: 4 }, () => addDispensary(db, MENU)),
    ...Array.from({ length: 4 }, () => saveDiscoveredStores(db, 'dutchie', [makeStore('a')])),
  ]);
  await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
  expect(
    await db.selectFrom('dispensaries').select(['name', 'platform_dispensary_id as id']).execute(),
  ).toEqual([{ name: 'Store a', id: 'a' }]);
});

test('a store that is known is given back as it is, by its slug or its id; another platform’s is another', async () => {
  const { db } = await createTestDatabase();
  const { newDispensaryIds } = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
  for (const slug of ['store-a', 'a'])
    expect(await addDispensary(db, { ...MENU, slug })).toMatchObject({
      isNew: false,
      dispensary: { id: newDispensaryIds[0], name: 'Store a' },
    });
  expect(await addDispensary(db, { ...MENU, platform: 'blaze' })).toMatchObject({ isNew: true });
});

test('what resolves a store that was added fills in what the platform says of it', async () => {
  const { db } = await createTestDatabase();
  const { dispensary } = await addDispensary(db, { ...MENU, slug: 'a' });
  await saveResolvedStore(db, dispensary.id, makeStore('a', { timeZone: null, stateCode: 'MI' }));
  expect(await findDispensary(db, dispensary.id)).toMatchObject({
    name: 'Store a',
    platform_dispensary_id: 'a',
    slug: 'store-a',
    menu_url: MENU.menuUrl,
    address: '12 E Camelback Rd',
    city: 'Phoenix',
    state: 'MI',
    country: 'United States',
    latitude: 33.5,
    time_zone: 'America/New_York',
    phone: '+16025550100',
  });
});

test('what a person has said of a store stays when it is resolved', async () => {
  const { db } = await createTestDatabase();
  const { dispensary } = await addDispensary(db, MENU);
  await db.updateTable('dispensaries').set({ name: 'Uptown', city: 'Mesa' }).execute();
  await saveResolvedStore(db, dispensary.id, makeStore('a', { slug: 'store-b' }));
  expect(await findDispensary(db, dispensary.id)).toMatchObject({
    name: 'Uptown',
    slug: 'store-a',
    city: 'Mesa',
    state: 'AZ',
  });
});

test('a store stays known by the slug that it was added by, when the platform names it by another', async () => {
  const { db } = await createTestDatabase();
  const { dispensary } = await addDispensary(db, { ...MENU, slug: 'visit-store-a' });
  await saveResolvedStore(db, dispensary.id, makeStore('a'));
  await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
  for (const slug of ['visit-store-a', 'store-a', 'a'])
    expect(await addDispensary(db, { ...MENU, slug })).toMatchObject({
      isNew: false,
      dispensary: { id: dispensary.id },
    });
});

test('a store that turns out to be a known one is joined with it, unless it was crawled', async () => {
  const { db } = await createTestDatabase();
  const { newDispensaryIds } = await saveDiscoveredStores(db, 'dutchie', [makeStore('a')]);
  const { dispensary } = await addDispensary(db, { ...MENU, slug: 'visit-store-a' });
  const twin = { dispensaryId: dispensary.id, platformDispensaryId: 'a' };
  expect(await joinKnownStore(db, { ...twin, platformDispensaryId: 'b' })).toBeNull();
  expect(await joinKnownStore(db, { ...twin, dispensaryId: newDispensaryIds[0]! })).toBeNull();
  await db
    .updateTable('dispensaries')
    .set({ first_crawl_at: new Date() })
    .where('id', '=', dispensary.id)
    .execute();
  expect(await joinKnownStore(db, twin)).toBeNull();
  await db.updateTable('dispensaries').set({ first_crawl_at: null }).execute();
  expect(await joinKnownStore(db, twin)).toBe(newDispensaryIds[0]);
  expect(await findDispensary(db, dispensary.id)).toBeNull();
  expect(await addDispensary(db, { ...MENU, slug: 'visit-store-a' })).toMatchObject({
    isNew: false,
    dispensary: { id: newDispensaryIds[0] },
  });
});
