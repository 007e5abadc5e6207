import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { MenuCollector } from '../../../activities/collect-menu.ts';
import { storeMenu } from '../../../activities/store-menu.ts';
import type { Db } from '../../../db/connect.ts';
import { enterStage } from '../../../db/queries/crawl-runs.ts';
import { loadDispensary } from '../../../db/queries/dispensaries.ts';
import { ingestProducts } from '../../../db/queries/ingest.ts';
import { loadPayload } from '../../../db/queries/payloads.ts';
import { RULE_SHARES } from '../../../domain/belief/judge-menu.ts';
import type { FetchedMenu, UnconfirmedMenu } from '../../../domain/crawl-run.ts';
import { CrawlError } from '../../../domain/errors.ts';
import type { CrawlSession } from '../../../egress/session.ts';
import { normalizeMenu } from '../../../platforms/normalize-menu.ts';
import { createDutchiePlatform } from '../../../platforms/dutchie/dutchie.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, ingest, makeClaim, makeDispensary, makeProxy } from '../db/make-crawl.ts';
import { makeProduct } from '../db/make-product.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const platform = createDutchiePlatform({ graphqlUrl: 'https://menus.test/graphql', hashes: {} });
const CONFIRM_AFTER_MS = 1_800_000;
const judge = { shares: RULE_SHARES, confirmAfterMs: CONFIRM_AFTER_MS };

/** Attempts that a chain has: refusals are counted, and the third one is final. */
const ATTEMPTS = 3;

/** Crawls follow each other at once here. */
const ANY_MISSES = { spanIntervals: 0, spanMinutesMin: 0, scheduleHours: 4 };

/** A repeatable source of choices. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

type Answer = { products: unknown[]; totalCount: number };

const rawProduct = (place: number) => ({
  id: `p${String(place).padStart(4, '0')}`,
  Name: `Product ${place}`,
  Options: ['1g'],
  recPrices: [10 + place],
});

function collectorOf({ products, totalCount }: Answer): MenuCollector {
  const ids = products.map((product) => (product as { id: string }).id);
  const missing = Math.max(0, totalCount - products.length);
  const menu = { products, ids, unique: products.length, pages: 1, totalCount, missing, pageHashes: [] };
  return { menu: () => ({ ...menu, startedAt: new Date() }) } as unknown as MenuCollector;
}

/** How a chain ended: its menu is in, or it is not believed, or nothing was to be had. */
type Ending = FetchedMenu | UnconfirmedMenu | null;

/** As whom an attempt asks. */
interface Asking {
  exitAddress: string;
  proxyId: number;
}

async function createStore() {
  const { db } = await createTestDatabase();
  const root = await temporaryFolder('store-menu-');
  const id = await makeDispensary(db);
  const proxyId = await makeProxy(db);
  const dispensary = (await loadDispensary(db, id))!;
  const payloadFiles = createPayloadFiles({ root });

  /** One chain: attempts, each through an address of its own, until one does not have to be made again. */
  async function crawl(answers: Answer[], asking: Partial<Asking>[] = []): Promise<Ending> {
    const claim = makeClaim(id, { scheduledAt: new Date() });
    for (const [attempt, answer] of answers.entries()) {
      const { run } = await enterStage(db, claim, { stage: 'fetch', role: 'payload_fetch', worker: 'test' });
      const asked = { exitAddress: `203.0.113.${attempt + 1}`, proxyId, ...asking[attempt] };
      const session = {
        identity: { proxy: { id: asked.proxyId }, profile: { name: 'chrome' } },
        exitAddress: asked.exitAddress,
      } as unknown as CrawlSession;
      try {
        const menu = await storeMenu({ db, payloadFiles, judge }, run, {
          dispensary,
          platform,
          collector: collectorOf(answer),
          session,
          platformDispensaryId: 'x',
          isLastLook: attempt === ATTEMPTS - 1,
        });
        if ('unconfirmed' in menu) return menu;
        const payload = await loadPayload(db, menu.payloadId);
        const { products } = normalizeMenu(platform, answer.products);
        await ingestProducts(db, run, { payload, products, skipped: [], missRule: ANY_MISSES });
        return menu;
      } catch (error) {
        if (!(error instanceof CrawlError) || error.kind !== 'SuspectPayload') throw error;
      }
    }
    return null;
  }
  return {
    db,
    id,
    crawl,
    /** All that was fetched so far was fetched so much earlier. */
    letPass: async (minutes: number) =>
      void (await sql`update raw_crawl_payloads set fetched_at = fetched_at - ${minutes} * interval '1 minute'`.execute(
        db,
      )),
    verdicts: async () =>
      (
        await db
          .selectFrom('raw_crawl_payloads')
          .orderBy('id')
          .select(['id', 'verdict', 'decided_by', 'confirmed_by'])
          .execute()
      ).map(({ id: payloadId, verdict, decided_by: by, confirmed_by: confirmedBy }) => ({
        payloadId,
        verdict,
        by,
        confirmedBy,
      })),
  };
}

async function stockOf(db: Db): Promise<Map<string, boolean>> {
  const rows = await db.selectFrom('store_products').select(['provider_product_id', 'is_in_stock']).execute();
  return new Map(rows.map((row) => [row.provider_product_id, row.is_in_stock]));
}

function menuOf(places: number[], change: (place: number) => object = () => ({})): Answer {
  const products = places.map((place) => ({ ...rawProduct(place), ...change(place) }));
  return { products, totalCount: products.length };
}

const ALL = Array.from({ length: 60 }, (_, place) => place);
const whole = menuOf(ALL);
const half = menuOf(ALL.slice(30));

describe('a menu that is not believed', () => {
  test('is fetched again, and forgotten where the next look shows something better', async () => {
    const { crawl, verdicts } = await createStore();
    await crawl([whole]);
    expect(await crawl([half, whole])).not.toHaveProperty('unconfirmed');
    expect(await verdicts()).toMatchObject([
      { verdict: 'accepted' },
      { verdict: 'rejected', by: 'refetch' },
      { verdict: 'accepted' },
    ]);
  });

  test('ends the chain where another address shows the same, and nothing of it goes in', async () => {
    const { db, id, crawl, verdicts } = await createStore();
    await crawl([whole]);
    const before = await stockOf(db);
    expect(await crawl([half, half])).toMatchObject({
      productCount: 30,
      unconfirmed: {
        faults: ['shrunk', 'unstocked'],
        message: expect.stringContaining('30 of 60 products of the last menu are gone at once.'),
        lookAgainAfterMs: CONFIRM_AFTER_MS,
      },
    });
    expect(await stockOf(db)).toEqual(before);
    expect(await verdicts()).toMatchObject([
      { verdict: 'accepted' },
      { verdict: 'suspect' },
      { verdict: 'suspect' },
    ]);
    const runs = await db.selectFrom('crawl_runs').where('dispensary_id', '=', id).select('status').execute();
    expect(runs).toContainEqual({ status: 'unconfirmed' });
  });

  test('ends it after the last look, whatever the others showed', async () => {
    const { crawl } = await createStore();
    await crawl([whole]);
    const others = [half, menuOf(ALL.slice(50)), menuOf([])];
    expect(await crawl(others)).toMatchObject({ unconfirmed: { faults: ['empty'] } });
  });

  test('the same address proves nothing: it is asked through others until the last look', async () => {
    const { crawl, verdicts } = await createStore();
    await crawl([whole]);
    const same = { exitAddress: '203.0.113.9' };
    expect(await crawl([half, half], [same, same])).toBeNull();
    expect((await verdicts()).slice(1)).toMatchObject([{ verdict: 'suspect' }, { verdict: 'suspect' }]);
  });

  test('is not believed minutes later either', async () => {
    const { crawl, letPass } = await createStore();
    await crawl([whole]);
    await crawl([half, half]);
    await letPass(29);
    expect(await crawl([half, half])).toHaveProperty('unconfirmed');
  });

  test('goes in once time has confirmed it, and the payload says which others agreed', async () => {
    const { db, crawl, letPass, verdicts } = await createStore();
    await crawl([whole]);
    await crawl([half, half]);
    await letPass(31);
    expect(await crawl([half])).not.toHaveProperty('unconfirmed');
    const [, first, second, last] = await verdicts();
    expect([first, second].filter((one) => one?.verdict === 'confirmed')).toHaveLength(1);
    expect(last).toMatchObject({ verdict: 'confirmed', by: 'time' });
    expect([first?.payloadId, second?.payloadId]).toContain(last?.confirmedBy?.[0]);
    // Three misses take a product out of stock; one payload is one miss.
    expect([...(await stockOf(db)).values()].filter((isIn) => isIn)).toHaveLength(60);
    expect(await crawl([half])).not.toHaveProperty('unconfirmed');
  });

  test('is not confirmed by time where the later look shows something else', async () => {
    const { crawl, letPass } = await createStore();
    await crawl([whole]);
    await crawl([half, half]);
    await letPass(31);
    const other = menuOf(ALL, () => ({ recPrices: [1] }));
    expect(await crawl([other, other])).toMatchObject({ unconfirmed: { faults: ['repriced'] } });
  });

  test('is decided by the next menu that is believed', async () => {
    const { crawl, verdicts } = await createStore();
    await crawl([whole]);
    await crawl([half, half]);
    await crawl([whole]);
    expect((await verdicts()).map(({ verdict }) => verdict)).toEqual([
      'accepted',
      'rejected',
      'rejected',
      'accepted',
    ]);
  });
});

test('a cut menu is confirmed through the proxy of another owner', async () => {
  const { db, crawl, verdicts } = await createStore();
  const owned = async (owner: string) => {
    const proxyId = await makeProxy(db);
    await db.updateTable('proxies').set({ owner }).where('id', '=', proxyId).execute();
    return { proxyId };
  };
  const [north, south] = [await owned('north'), await owned('south')];
  await crawl([whole]);
  const cut = { ...menuOf(ALL.slice(4)), totalCount: 60 };
  expect(await crawl([cut, cut], [north, north])).toHaveProperty('unconfirmed');
  expect(await crawl([cut], [{ ...south, exitAddress: '203.0.113.8' }])).not.toHaveProperty('unconfirmed');
  expect((await verdicts()).at(-1)).toMatchObject({ verdict: 'confirmed', by: 'refetch' });
});

test('what no store does is not confirmed by time, and no look waits for it', async () => {
  const { crawl, letPass } = await createStore();
  await crawl([whole]);
  const unpriced = menuOf(ALL, () => ({ recPrices: [0] }));
  const ending = { unconfirmed: { faults: ['unpriced', 'repriced'], lookAgainAfterMs: null } };
  expect(await crawl([unpriced, unpriced])).toMatchObject(ending);
  await letPass(600);
  expect(await crawl([unpriced, unpriced])).toMatchObject(ending);
  expect(await crawl([whole])).not.toHaveProperty('unconfirmed');
});

test('a menu of which most cannot be read breaks the contract, and is kept', async () => {
  const { db, crawl, verdicts } = await createStore();
  await crawl([whole]);
  const before = await stockOf(db);
  const renamed = menuOf(ALL, (place) => (place < 31 ? { Name: undefined, Title: 'x' } : {}));
  await expect(crawl([renamed])).rejects.toMatchObject({
    kind: 'ContractBroken',
    message: expect.stringMatching(/^31 of 60 products cannot be read: .*name/i),
  });
  expect(await stockOf(db)).toEqual(before);
  expect((await verdicts()).at(-1)).toMatchObject({ verdict: 'suspect' });
});

test('products of another store of the platform are recognised by their ids', async () => {
  const { db, crawl } = await createStore();
  await crawl([whole]);
  const run = await beginRun(db);
  const theirs = Array.from({ length: 30 }, (_, place) => makeProduct(rawProduct(500 + place).id));
  await ingest(db, run, { fetchedAt: new Date(), products: theirs });
  const mixed = menuOf([...ALL, ...theirs.map((_, place) => 500 + place)]);
  expect(await crawl([mixed, mixed])).toMatchObject({
    unconfirmed: { faults: expect.arrayContaining(['another-store']), lookAgainAfterMs: null },
  });
});

describe('through ten thousand turns of products', () => {
  const PRODUCTS = 250;
  const PASSES = 40;

  interface Shelf {
    /** Whether each product is on the menu in truth. */
    isThere: boolean[];
    /** In how many let-in menus in a row it was absent in truth. */
    misses: number[];
  }

  function honest({ isThere }: Shelf): Answer {
    const products = isThere.flatMap((there, place) => (there ? [rawProduct(place)] : []));
    return { products, totalCount: products.length };
  }

  /** What a gate, a broken cache or an overloaded server makes of it. */
  function spoil(answer: Answer, kind: number): Answer {
    if (kind === 0) return { products: [], totalCount: 0 };
    if (kind === 1) return { products: [], totalCount: answer.totalCount };
    if (kind === 2)
      return { ...answer, products: answer.products.slice(0, Math.ceil(answer.totalCount / 3)) };
    // A few pages and a count that fits them: only the last menu tells that most is gone.
    const few = answer.products.slice(0, Math.ceil(answer.totalCount / 4));
    return { products: few, totalCount: few.length };
  }

  test('blocks and cut menus put none out of stock and bring none back', async () => {
    const dice = createDice(20_261_121);
    const { db, crawl } = await createStore();
    const shelf: Shelf = {
      isThere: Array.from({ length: PRODUCTS }, () => true),
      misses: Array.from({ length: PRODUCTS }, () => 0),
    };
    expect(await crawl([honest(shelf)])).toHaveProperty('missing');
    let refused = 0;
    for (let pass = 0; pass < PASSES; pass += 1) {
      for (let place = 0; place < PRODUCTS; place += 1) {
        if (dice(60) === 0) shelf.isThere[place] = !shelf.isThere[place];
      }
      const truth = honest(shelf);
      // Each attempt meets a fault or not.
      const answers = Array.from({ length: ATTEMPTS }, (_, attempt) =>
        dice(2) === 0 ? spoil(truth, (dice(3) + attempt) % 4) : truth,
      );
      const ending = await crawl(answers);
      if (ending !== null && !('unconfirmed' in ending)) {
        for (let place = 0; place < PRODUCTS; place += 1)
          shelf.misses[place] = shelf.isThere[place] ? 0 : shelf.misses[place]! + 1;
      } else refused += 1;
      const stock = await stockOf(db);
      const wrong = shelf.misses.flatMap((misses, place) => {
        const isInStock = stock.get(rawProduct(place).id);
        return isInStock === undefined || isInStock === misses < 3 ? [] : [{ place, misses, isInStock }];
      });
      expect({ pass, wrong }).toEqual({ pass, wrong: [] });
    }
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(PASSES / 2);
  });
});
