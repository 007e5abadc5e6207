import { expect, test } from 'vitest';
import type { MenuCollector } from '../../../activities/collect-menu.ts';
import { storeMenu } from '../../../activities/store-menu.ts';
import type { Db } from '../../../db/connect.ts';
import { enterStage } from '../../../db/queries/crawl-runs.ts';
import { loadDispensary } from '../../../db/queries/dispensaries.ts';
import { ingestProducts } from '../../../db/queries/ingest.ts';
import { loadPayload } from '../../../db/queries/payloads.ts';
import { CrawlError } from '../../../domain/errors.ts';
import type { CrawlSession } from '../../../egress/session.ts';
import { normalizeMenu } from '../../../platforms/normalize-menu.ts';
import { createDutchiePlatform } from '../../../platforms/dutchie/dutchie.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeClaim, makeDispensary, makeProxy } from '../db/make-crawl.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const platform = createDutchiePlatform({ graphqlUrl: 'https://menus.test/graphql', hashes: {} });
const judge = { missingShareMax: 0.02, goneShareMax: 0.5, repricedShareMax: 0.5 };

const PRODUCTS = 250;
const PASSES = 40;
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

interface Shelf {
  /** Whether each product is on the menu in truth. */
  isThere: boolean[];
  /** In how many let-in menus in a row it was absent in truth. */
  misses: number[];
}

type Answer = { products: unknown[]; totalCount: number };

const rawProduct = (place: number) => ({
  id: `p${String(place).padStart(4, '0')}`,
  Name: `Product ${place}`,
  Options: ['1g'],
  recPrices: [10 + place],
});

function honest({ isThere }: Shelf): Answer {
  const products = isThere.flatMap((there, place) => (there ? [rawProduct(place)] : []));
  return { products, totalCount: products.length };
}

/** What a gate, a broken cache or an overloaded server makes of it. */
function spoil(answer: Answer, kind: number): Answer {
  if (kind === 0) return { products: [], totalCount: 0 };
  if (kind === 1) return { products: [], totalCount: answer.totalCount };
  if (kind === 2) return { ...answer, products: answer.products.slice(0, Math.ceil(answer.totalCount / 3)) };
  // A few pages and a count that fits them: only the last menu tells that most is gone.
  const few = answer.products.slice(0, Math.ceil(answer.totalCount / 4));
  return { products: few, totalCount: few.length };
}

function collectorOf({ products, totalCount }: Answer): MenuCollector {
  const ids = products.map((product) => (product as { id: string }).id);
  const missing = Math.max(0, totalCount - products.length);
  const menu = { products, ids, unique: products.length, pages: 1, totalCount, missing, pageHashes: [] };
  return { menu: () => ({ ...menu, startedAt: new Date() }) } as unknown as MenuCollector;
}

async function createStore() {
  const { db } = await createTestDatabase();
  const root = await temporaryFolder('store-menu-');
  const id = await makeDispensary(db);
  const proxyId = await makeProxy(db);
  const dispensary = (await loadDispensary(db, id))!;
  const payloadFiles = createPayloadFiles({ root });

  /** One chain: attempts until one is let in; what it answers is let in, and whether. */
  async function crawl(answers: Answer[]): Promise<boolean> {
    const claim = makeClaim(id, { scheduledAt: new Date() });
    for (const [attempt, answer] of answers.entries()) {
      const { run } = await enterStage(db, claim, { stage: 'fetch', role: 'payload_fetch', worker: 'test' });
      const session = {
        identity: { proxy: { id: proxyId }, profile: { name: 'chrome' } },
        exitAddress: `203.0.113.${attempt + 1}`,
      } as unknown as CrawlSession;
      try {
        const menu = await storeMenu({ db, payloadFiles, judge }, run, {
          dispensary,
          platform,
          collector: collectorOf(answer),
          session,
          platformDispensaryId: 'x',
        });
        const payload = await loadPayload(db, menu.payloadId);
        const { products } = normalizeMenu(platform, answer.products);
        await ingestProducts(db, run, { payload, products, skipped: [], missRule: ANY_MISSES });
        return true;
      } catch (error) {
        if (!(error instanceof CrawlError) || error.kind !== 'SuspectPayload') throw error;
      }
    }
    return false;
  }
  return { db, crawl };
}

async function stockOf(db: Db): Promise<Map<string, boolean>> {
  const rows = await db.selectFrom('store_products').select(['provider_product_id', 'is_in_stock']).execute();
  return new Map(rows.map((row) => [row.provider_product_id, row.is_in_stock]));
}

test('through ten thousand turns of products, blocks and cut menus put none out of stock and bring none back', async () => {
  const dice = createDice(20_261_121);
  const { db, crawl } = await createStore();
  const shelf: Shelf = {
    isThere: Array.from({ length: PRODUCTS }, () => true),
    misses: Array.from({ length: PRODUCTS }, () => 0),
  };
  expect(await crawl([honest(shelf)])).toBe(true);
  let refused = 0;
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (let place = 0; place < PRODUCTS; place += 1) {
      if (dice(12) === 0) shelf.isThere[place] = !shelf.isThere[place];
    }
    const truth = honest(shelf);
    // Each attempt meets a fault or not; no fault repeats to the letter, as none of the ones of a gate does for ever.
    const answers = Array.from({ length: ATTEMPTS }, (_, attempt) =>
      dice(2) === 0 ? spoil(truth, (dice(3) + attempt) % 4) : truth,
    );
    const isIn = await crawl(answers);
    if (isIn) {
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
