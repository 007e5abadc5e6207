import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { StoreTruth, WorldTruth } from '../../sandbox/world/world.ts';
import {
  createCatalogModel,
  differences,
  menuDifferences,
  menuOf,
  type Difference,
  type ExpectedProduct,
} from './catalog-model.ts';
import type { CheckedWorld } from './checked-world.ts';
import { findingsOf, type Finding } from './finding.ts';
import { comparableOptions, readCatalog } from './read-catalog.ts';

/** What a snapshot keeps of a product. */
type SeenProduct = Pick<
  ExpectedProduct,
  | 'price_rec'
  | 'price_med'
  | 'price_rec_special'
  | 'price_med_special'
  | 'is_on_special'
  | 'is_in_stock'
  | 'options'
>;

interface IngestedPayload {
  id: number;
  store: string;
  fetched_at: Date;
  run_started_at: Date;
  /** By the database's clock. */
  fetch_ended_at: Date;
}

/**
 * The snapshots of each payload are the sandbox's truth of the pass in which it was fetched, and the products are what these
 * passes, one after the other, make of them.
 */
export async function checkCatalog(world: CheckedWorld): Promise<Finding[]> {
  const [history, products] = [findingsOf('history'), findingsOf('products')];
  const model = createCatalogModel();
  const truthAt = createTruthReader(world);
  for (const payload of await readIngestedPayloads(world.db)) {
    const store = await truthAt(payload);
    const name = `payload ${payload.id}`;
    if (store === undefined) {
      history.add(`the store of ${name}`, 'one that the sandbox has', payload.store);
      continue;
    }
    checkTime(payload, history.add);
    model.crawlStore(store);
    for (const { place, expected, seen } of await snapshotDifferences(world.db, payload, store))
      history.add(`the snapshot in ${name} has the wrong ${place}`, expected, seen);
  }
  for (const { place, expected, seen } of differences(model.expected(), await readCatalog(world.db)))
    products.add(place, expected, seen);
  return [...history.findings, ...products.findings];
}

/** Payloads of a store are ordered by their time, so it must be the database's, whatever clock the worker has. */
function checkTime(
  { id, fetched_at: at, fetch_ended_at: endedAt, run_started_at: startedAt }: IngestedPayload,
  add: ReturnType<typeof findingsOf>['add'],
): void {
  if (at <= endedAt && at >= startedAt) return;
  add(
    `the time of payload ${id} is not within its fetch`,
    `${startedAt.toISOString()} to ${endedAt.toISOString()}`,
    at.toISOString(),
  );
}

/** The payloads in the order in which they were fetched, by the database's clock. */
async function readIngestedPayloads(db: Db): Promise<IngestedPayload[]> {
  const { rows } = await sql<IngestedPayload>`
    select payload.id, dispensary.platform_dispensary_id as store, fetched_at,
      coalesce(run.started_at, fetched_at) as run_started_at, coalesce(stage.ended_at, fetched_at) as fetch_ended_at
    from raw_crawl_payloads payload join dispensaries dispensary on dispensary.id = payload.dispensary_id
    left join crawl_runs run on run.id = payload.crawl_run_id
    left join stage_runs stage on stage.crawl_run_id = run.id and stage.stage = 'fetch'
    where ingested_at is not null order by fetch_ended_at, payload.id
  `.execute(db);
  return rows;
}

/** Finds what was true of a payload's store when it was fetched. */
function createTruthReader({ passes, control }: CheckedWorld) {
  const truths = new Map<number, Promise<WorldTruth>>();
  return async ({ store, fetch_ended_at: at }: IngestedPayload): Promise<StoreTruth | undefined> => {
    const pass = passes.findLast(({ since }) => since <= at)?.pass ?? 0;
    const truth = truths.get(pass) ?? control<WorldTruth>('GET', `/control/truth?pass=${pass}`);
    truths.set(pass, truth);
    return (await truth).dispensaries.find(({ platformId }) => platformId === store);
  };
}

async function snapshotDifferences(
  db: Db,
  { id: payloadId }: IngestedPayload,
  store: StoreTruth,
): Promise<Difference[]> {
  const { rows } = await sql<SeenProduct & { id: string }>`
    select provider_product_id as id, snapshot.price_rec, snapshot.price_med, snapshot.price_rec_special,
      snapshot.price_med_special, snapshot.is_on_special, snapshot.is_in_stock, snapshot.options
    from store_product_snapshots snapshot join store_products product on product.id = store_product_id
    where payload_id = ${payloadId}
  `.execute(db);
  const byId = Map.groupBy(rows, ({ id }) => id);
  const doubled = [...byId]
    .filter(([, ofProduct]) => ofProduct.length > 1)
    .map(([id, { length }]) => ({
      place: `number of snapshots of product ${id}`,
      expected: '1',
      seen: String(length),
    }));
  const expected = new Map([...menuOf(store)].map(([id, row]) => [id, seenOf(row)]));
  const found = new Map([...byId].map(([id, [row]]) => [id, seenOf(row!)]));
  return [...doubled, ...menuDifferences(store.name, { expected, found })];
}

function seenOf(row: SeenProduct): SeenProduct {
  const { price_rec, price_med, price_rec_special, price_med_special, is_on_special, is_in_stock } = row;
  return {
    price_rec,
    price_med,
    price_rec_special,
    price_med_special,
    is_on_special,
    is_in_stock,
    options: comparableOptions(row.options),
  };
}
