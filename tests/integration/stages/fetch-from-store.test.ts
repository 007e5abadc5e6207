import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import { createMenuCollector, type MenuCollector } from '../../../stages/collect-menu.ts';
import { createStoreFetch } from '../../../stages/fetch-from-store.ts';
import type { QueryMemory } from '../../../stages/query-memory.ts';
import type { Db } from '../../../db/connect.ts';
import { enterStage } from '../../../db/queries/crawl-runs.ts';
import { loadDispensary } from '../../../db/queries/dispensaries.ts';
import type { DiscoveredStore } from '../../../domain/dispensary.ts';
import { CrawlError } from '../../../domain/errors.ts';
import type { CrawlSession } from '../../../egress/session.ts';
import { NOTHING_KNOWN, type MenuPage, type Platform } from '../../../platforms/platform.ts';
import { createPageSpool } from '../../../storage/page-spool.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeClaim, makeDispensary } from '../db/make-crawl.ts';
import { makeStore } from '../db/make-store.ts';

/** A platform whose parsed responses are what the session returns: a menu for a store's id, a store for its slug. */
const platform = {
  name: 'dutchie',
  pageSize: 100,
  pagesMax: 10,
  slugOf: () => null,
  requestMenuPage: ({ platformDispensaryId: id }) => ({
    operation: 'menu',
    method: 'GET',
    url: id,
    headers: [],
  }),
  parseMenuPage: (answer: unknown) => answer as MenuPage,
  requestStore: (slug) => ({ operation: 'store', method: 'GET', url: slug, headers: [] }),
  parseStores: (answer: unknown) => answer as DiscoveredStore[],
} as Partial<Platform> as Platform;

const memory = { known: async () => NOTHING_KNOWN } as Partial<QueryMemory> as QueryMemory;

type Answer = number | CrawlError;

/** What the platform answers: for each store id the size of its menu or the error; for the slug the store, null or the error. */
interface World {
  menus: Record<string, Answer>;
  store: DiscoveredStore | CrawlError | null;
}

function sessionOf({ menus, store }: World, requested: string[]): CrawlSession {
  return {
    async askJson({ operation, url }) {
      requested.push(`${operation} ${url}`);
      const answer = operation === 'menu' ? menus[url] : store;
      if (answer instanceof CrawlError) throw answer;
      if (typeof answer !== 'number') return answer === null ? [] : [answer];
      const ids = Array.from({ length: answer }, (_, at) => `${url}-${at}`);
      return { products: ids.map((id) => ({ id, raw: { id } })), totalCount: answer };
    },
  } as Partial<CrawlSession> as CrawlSession;
}

const failure = (kind: ConstructorParameters<typeof CrawlError>[0]) => new CrawlError(kind, `It is ${kind}.`);

interface Crawled {
  /** The id whose menu was fetched, or the kind of failure. */
  end: string;
  requested: string[];
  saved: string | null;
  products: number;
  cursor: ReturnType<MenuCollector['cursor']>;
}

/** Runs one attempt with several sessions in turn, each of which sees a world of its own. */
async function crawl(
  worlds: World[],
  prepare: (db: Db, dispensaryId: number) => Promise<unknown> = async () => undefined,
): Promise<Crawled> {
  const { db } = await createTestDatabase();
  const id = await makeDispensary(db);
  await db
    .updateTable('dispensaries')
    .set({
      platform_dispensary_id: 'old',
      name: 'Deeply Rooted',
      slug: 'deeply-rooted',
      city: 'Phoenix',
      state: 'AZ',
    })
    .where('id', '=', id)
    .execute();
  await prepare(db, id);
  const dispensary = (await loadDispensary(db, id))!;
  const stage = { stage: 'fetch', role: 'payload_fetch', worker: 'test' } as const;
  const { run } = await enterStage(db, makeClaim(id, { scheduledAt: new Date() }), stage);
  const root = await temporaryFolder('fetch-from-store-');
  const requested: string[] = [];
  return new MockActivityEnvironment().run(async () => {
    const collector = await createMenuCollector(createPageSpool({ root }), {
      platform,
      memory,
      platformDispensaryId: dispensary.platformDispensaryId,
      apiUrl: dispensary.apiUrl,
      key: { run: 1, attempt: 1 },
      cursor: null,
      now: () => new Date(),
    });
    const fetchFrom = createStoreFetch(
      { db, queryMemory: memory, worker: 'test' },
      { run, dispensary, platform, role: 'payload_fetch', collector, now: () => new Date() },
    );
    let end = 'nothing';
    for (const world of worlds)
      end = await fetchFrom(sessionOf(world, requested)).catch((error: unknown) =>
        error instanceof CrawlError ? error.kind : Promise.reject(error as Error),
      );
    const saved = (await loadDispensary(db, id))?.platformDispensaryId ?? null;
    return { end, requested, saved, products: collector.menu().unique, cursor: collector.cursor() };
  });
}

const moved = makeStore('new', { slug: 'deeply-rooted', name: 'Anything', city: null, stateCode: 'AZ' });

test.each<[string, Answer]>([
  ['an empty menu', 0],
  ['no menu', failure('NotFound')],
])('a store that leaves %s behind is fetched under the id of its slug, which is saved', async (_, left) => {
  expect(await crawl([{ menus: { old: left, new: 120 }, store: moved }])).toMatchObject({
    end: 'new',
    saved: 'new',
    products: 120,
    requested: ['menu old', 'store deeply-rooted', 'menu new'],
    cursor: { of: 'new', pages: 1, role: 'payload_fetch', doing: 'fetching the menu' },
  });
});

test('a menu with products costs no question', async () => {
  expect(await crawl([{ menus: { old: 3 }, store: moved }])).toMatchObject({
    end: 'old',
    saved: 'old',
    requested: ['menu old'],
  });
});

test.each<[string, World['store']]>([
  ['has the same id', { ...moved, platformDispensaryId: 'old' }],
  ['is not known', null],
  ['is another one in the same city', { ...moved, slug: 'other', city: 'Phoenix' }],
  ['is another one of the same name', { ...moved, slug: 'other', name: 'Deeply Rooted', city: 'Tucson' }],
  ['cannot be asked for', failure('Blocked')],
  ['comes in a form that nobody knows', failure('ContractBroken')],
])('where the store of the slug %s, the empty menu goes to the judge', async (_, store) => {
  expect(await crawl([{ menus: { old: 0, new: 5 }, store }])).toMatchObject({
    end: 'old',
    saved: 'old',
    products: 0,
    requested: ['menu old', 'store deeply-rooted'],
    cursor: { of: 'old', pages: 1, role: 'payload_fetch' },
  });
});

test('a store of the same name and place is the same, whatever its slug', async () => {
  const store = { ...moved, slug: 'other', name: 'deeply rooted ', city: 'phoenix' };
  expect(await crawl([{ menus: { old: 0, new: 5 }, store }])).toMatchObject({ end: 'new', saved: 'new' });
});

test('an id that another dispensary has is not taken', async () => {
  const addOther = (db: Db) =>
    makeDispensary(db).then((other) =>
      db.updateTable('dispensaries').set({ platform_dispensary_id: 'new' }).where('id', '=', other).execute(),
    );
  expect(await crawl([{ menus: { old: 0, new: 5 }, store: moved }], addOther)).toMatchObject({
    end: 'old',
    saved: 'old',
  });
});

test('a store that is asked at an address of its own is not looked up', async () => {
  const giveAddress = (db: Db, id: number) =>
    db
      .updateTable('dispensaries')
      .set({ api_url: 'https://own.test/graphql' })
      .where('id', '=', id)
      .execute();
  expect(await crawl([{ menus: { old: 0 }, store: moved }], giveAddress)).toMatchObject({
    end: 'old',
    requested: ['menu old'],
  });
});

test('a dispensary that lacks its id is named by the platform; one that a person added and that is known goes', async () => {
  const deleteId = (db: Db, id: number) =>
    db
      .updateTable('dispensaries')
      .set({ platform_dispensary_id: null, added_as: ['deeply-rooted'] })
      .where('id', '=', id)
      .execute();
  expect(await crawl([{ menus: { new: 5 }, store: moved }], deleteId)).toMatchObject({
    end: 'new',
    saved: 'new',
  });
  const addTwin = async (db: Db, id: number) => {
    await deleteId(db, id);
    const twin = await makeDispensary(db);
    await db
      .updateTable('dispensaries')
      .set({ platform_dispensary_id: 'new' })
      .where('id', '=', twin)
      .execute();
  };
  expect(await crawl([{ menus: { new: 5 }, store: moved }], addTwin)).toMatchObject({
    end: 'InvalidInput',
    saved: null,
    requested: ['store deeply-rooted'],
  });
});

test('an id that shows no menu is not saved', async () => {
  const menus = { old: failure('NotFound'), new: failure('NotFound') };
  expect(await crawl([{ menus, store: moved }])).toMatchObject({ end: 'NotFound', saved: 'old' });
  expect(await crawl([{ menus: { old: 0, new: 0 }, store: moved }])).toMatchObject({
    end: 'new',
    saved: 'old',
  });
  expect(await crawl([{ menus: { old: failure('NotFound') }, store: null }])).toMatchObject({
    end: 'NotFound',
    saved: 'old',
  });
});

test('the next session goes on under the new id', async () => {
  const first = { menus: { old: 0, new: failure('Blocked') }, store: moved };
  const second = { menus: { old: 0, new: 40 }, store: moved };
  expect(await crawl([first, second])).toMatchObject({
    end: 'new',
    saved: 'new',
    products: 40,
    requested: ['menu old', 'store deeply-rooted', 'menu new', 'menu new'],
  });
});
