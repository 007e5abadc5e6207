import { createMenuMemory } from '../../../stages/menu-memory.ts';
import { sql } from 'kysely';
import type { MenuCollector } from '../../../stages/collect-menu.ts';
import { storeMenu } from '../../../stages/store-menu.ts';
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
import { makeClaim, makeDispensary, makeProxy } from '../db/make-crawl.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const platform = createDutchiePlatform({ graphqlUrl: 'https://menus.test/graphql', hashes: {} });
export const CONFIRM_AFTER_MS = 1_800_000;
const judge = { shares: RULE_SHARES, confirmAfterMs: CONFIRM_AFTER_MS };

/** The most attempts of a chain: each attempt whose menu is refused counts, and the third is final. */
export const ATTEMPTS = 3;

/** The rule for misses without any minimum time, because the crawls in these tests follow each other immediately. */
const ANY_MISSES = { spanIntervals: 0, spanMinutesMin: 0, scheduleHours: 4 };

export type Answer = { products: unknown[]; totalCount: number };

export const rawProduct = (place: number) => ({
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

/** How a chain ended: with an ingested menu, with an unconfirmed menu, or with null if no attempt got a menu. */
export type Ending = FetchedMenu | UnconfirmedMenu | null;

/** The proxy of an attempt, and the address that the store sees. */
interface Asking {
  exitAddress: string;
  proxyId: number;
}

export async function createStore() {
  const { db } = await createTestDatabase();
  const root = await temporaryFolder('store-menu-');
  const id = await makeDispensary(db);
  const proxyId = await makeProxy(db);
  const dispensary = (await loadDispensary(db, id))!;
  const payloadFiles = createPayloadFiles({ root });
  const menuMemory = createMenuMemory();

  /** Runs one chain: attempts through different exit addresses, until one needs no retry. */
  async function crawl(
    answers: Answer[],
    asking: Partial<Asking>[] = [],
    beforeAttempt: (attempt: number) => Promise<unknown> = async () => undefined,
  ): Promise<Ending> {
    const claim = makeClaim(id, { scheduledAt: new Date() });
    for (const [attempt, answer] of answers.entries()) {
      await beforeAttempt(attempt);
      const { run } = await enterStage(
        db,
        { ...claim, fence: claim.fence + attempt },
        { stage: 'fetch', role: 'payload_fetch', worker: 'test' },
      );
      const requested = { exitAddress: `203.0.113.${attempt + 1}`, proxyId, ...asking[attempt] };
      const session = {
        identity: { proxy: { id: requested.proxyId }, profile: { name: 'chrome' } },
        exitAddress: requested.exitAddress,
      } as unknown as CrawlSession;
      try {
        const menu = await storeMenu({ db, payloadFiles, menuMemory, judge }, run, {
          dispensary,
          platform,
          collector: collectorOf(answer),
          session,
          platformDispensaryId: 'x',
          isLastLook: attempt === ATTEMPTS - 1,
        });
        if ('unconfirmed' in menu) return menu;
        const payload = await loadPayload(db, menu.payloadId);
        // The products that were judged, from the memory of menus. If they are not there, normalizing again gives the same products.
        const { products } = menuMemory.take(payload.sha256) ?? normalizeMenu(platform, answer.products);
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
    menuMemory,
    crawl,
    /** Moves the times of all fetches back by this many minutes. */
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

export async function stockOf(db: Db): Promise<Map<string, boolean>> {
  const rows = await db.selectFrom('store_products').select(['provider_product_id', 'is_in_stock']).execute();
  return new Map(rows.map((row) => [row.provider_product_id, row.is_in_stock]));
}

export function menuOf(places: number[], change: (place: number) => object = () => ({})): Answer {
  const products = places.map((place) => ({ ...rawProduct(place), ...change(place) }));
  return { products, totalCount: products.length };
}
