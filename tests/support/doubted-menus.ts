import { readEnvironment } from '../../config/environment.ts';
import { platformSettings } from '../../config/platform-settings.ts';
import type { Db } from '../../db/connect.ts';
import { enterStage, type HeldRun } from '../../db/queries/crawl-runs.ts';
import { quarantinePayload } from '../../db/queries/quarantine.ts';
import type { Suspicion } from '../../domain/belief/suspicion.ts';
import { CrawlError } from '../../domain/errors.ts';
import { normalizeMenu } from '../../platforms/normalize-menu.ts';
import { createPlatformRegistry } from '../../platforms/registry.ts';
import { createPayloadFiles } from '../../storage/payload-files.ts';
import {
  day,
  FETCH,
  ingest,
  makeClaim,
  makeDispensary,
  makePayloadRecord,
} from '../integration/db/make-crawl.ts';
import { SUSPICION } from '../integration/db/make-unconfirmed.ts';
import { makeChild, makeRawProduct } from '../unit/platforms/dutchie/make-raw-product.ts';

const HOUR_MS = 3_600_000;

interface DoubtedStore {
  name?: string;
  /** Earlier doubts about the same menu, newest first. The oldest menu was fetched first, and each next one an hour later. */
  before?: readonly Suspicion[];
  /** Changes each product of the new menu; default: changes nothing. */
  edit?: (product: object) => object;
}

/** Adds a store with an ingested menu and a newer doubted one. The files of both are on disk. */
export async function makeDoubted(
  db: Db,
  root: string,
  { name = 'Desert Bloom', before: doubts = [], edit = (product) => product }: DoubtedStore = {},
) {
  const dispensaryId = await makeDispensary(db, { name });
  const files = createPayloadFiles({ root });
  const { dutchie } = createPlatformRegistry(platformSettings(readEnvironment({})));
  const store = async (products: object[], hoursAgo: number) => {
    const fetchedAt = new Date(Date.now() - hoursAgo * HOUR_MS);
    const {
      path: storagePath,
      sha256,
      bytes,
      rawBytes,
    } = await files.write({ dispensaryId, fetchedAt, document: { products } });
    const counted = { productCount: products.length, totalCount: products.length };
    return { storagePath, sha256, bytes, rawBytes, ...counted, fetchedAt };
  };
  const inRun = await createRuns(db, dispensaryId);
  const bringIn = async (places: number[], hoursAgo: number) => {
    const menu = menuOf(places.map((place) => ({ place })));
    const { products } = normalizeMenu(dutchie, menu);
    return inRun(async (run) => {
      // A run that was ended meanwhile may have stored its payload already, so the next run gets a file of its own.
      const { fetchedAt, ...record } = await store(menu, hoursAgo);
      return ingest(db, run, { fetchedAt, products, record });
    });
  };
  const shelf = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  // In the next menu, product 11 is missing for the third time, and 12 for the second time.
  await bringIn([...shelf, 11, 12], 48);
  await bringIn([...shelf, 12], 36);
  const { payload } = await bringIn(shelf, 24);
  // In the doubted menu, three products are gone, two are sold out, two have other prices, and one is new.
  const after = menuOf([
    ...[3, 4].map((place) => ({ place, quantity: 0 })),
    { place: 5, price: 3.5 },
    { place: 6, price: 30 },
    ...[7, 8, 9, 10].map((place) => ({ place })),
  ]).map(edit);
  const doubt = async (suspicion: Suspicion, hoursAgo: number) => {
    return inRun(async (run) => {
      const stored = await store(after, hoursAgo);
      const doubted = { ...(await makePayloadRecord(db, stored.fetchedAt)), ...stored };
      return quarantinePayload(db, run, { payload: doubted, suspicion });
    });
  };
  const earlier: number[] = [];
  // The oldest doubt is stored first, so that ids grow with time.
  for (const [place, suspicion] of [...doubts.entries()].toReversed())
    earlier.unshift(await doubt(suspicion, place + 2));
  return { dispensaryId, accepted: payload.id, earlier, suspect: await doubt(SUSPICION, 1) };
}

/**
 * Creates runs that Temporal does not know, and returns a function that does work in them. An API that follows Temporal may end such a
 * run at any time; then the work is done again in another run.
 */
async function createRuns(db: Db, dispensaryId: number) {
  let begun = 0;
  // A run that was ended may still hold the store's lock. A later run of the same workflow takes the lock over.
  const begin = async (): Promise<HeldRun> => {
    begun += 1;
    return (await enterStage(db, makeClaim(dispensaryId, { scheduledAt: day(begun) }), FETCH)).run;
  };
  let run = await begin();
  return async <Made>(work: (held: HeldRun) => Promise<Made>): Promise<Made> => {
    for (;;)
      try {
        return await work(run);
      } catch (error) {
        if (!(error instanceof CrawlError) || error.kind !== 'StaleAttempt') throw error;
        run = await begin();
      }
  };
}

function menuOf(wanted: { place: number; price?: number; quantity?: number }[]): object[] {
  return wanted.map(({ place, price = 35, quantity = 8 }) =>
    makeRawProduct({
      _id: `product-${place}`,
      id: `product-${place}`,
      Name: `Strain ${place}`,
      Options: ['1/8oz'],
      rawOptions: ['3.5g'],
      Prices: [price],
      recPrices: [price],
      medicalPrices: [],
      POSMetaData: {
        children: [makeChild('1/8oz', { price, recPrice: price, quantity, quantityAvailable: quantity })],
      },
    }),
  );
}
