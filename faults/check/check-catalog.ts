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
import { findingsOf, type Checked } from './finding.ts';
import { comparableOptions, readCatalog } from './read-catalog.ts';

/** The fields of a product in a snapshot. */
type SeenProduct = Pick<
  ExpectedProduct,
  | 'price_rec'
  | 'price_med'
  | 'price_rec_special'
  | 'price_med_special'
  | 'price_option'
  | 'is_on_special'
  | 'is_in_stock'
  | 'options'
>;

interface IngestedPayload {
  id: number;
  store: string;
  fetched_at: Date;
  run_started_at: Date;
  /** When the fetch ended, by the database's clock. */
  fetch_ended_at: Date;
}

/**
 * Checks that the snapshots of each payload match the sandbox's truth of the pass in which the payload was fetched, and that the products
 * match the model after it went through the same passes in order.
 */
export async function checkCatalog(world: CheckedWorld): Promise<Checked> {
  const [history, products] = [findingsOf('history'), findingsOf('products')];
  const addDuplicate = history.addTo('duplicate snapshots');
  const addOutOfStock = products.addTo('wrong out of stock');
  const model = createCatalogModel();
  let snapshots = 0;
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
    const found = await readSnapshots(world.db, payload);
    for (const [id, ofProduct] of found) {
      snapshots += ofProduct.length;
      if (ofProduct.length > 1)
        addDuplicate(`snapshots of product ${id} of store ${store.name} in ${name}`, 1, ofProduct.length);
    }
    for (const { place, expected, seen } of snapshotDifferences(store, found))
      history.add(`the snapshot in ${name} has the wrong ${place}`, expected, seen);
  }
  const catalog = await readCatalog(world.db);
  for (const { field, place, expected, seen } of differences(model.expected(), catalog)) {
    const add = field === 'is_in_stock' && seen === 'false' ? addOutOfStock : products.add;
    add(place, expected, seen);
  }
  const rows = [...catalog.values()].reduce((sum, { size }) => sum + size, 0);
  return {
    findings: [...history.findings, ...products.findings],
    looked: { 'duplicate snapshots': snapshots, 'wrong out of stock': rows },
  };
}

/** Checks the time of a payload. It must be the database's, whatever the worker's clock says, because payloads are ordered by it. */
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

/** Reads the ingested payloads in the order of their fetches, by the database's clock. */
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

/** Creates a function that finds the truth about a payload's store at the time of the payload's fetch; undefined if there is none. */
function createTruthReader({ passes, control }: CheckedWorld) {
  const truths = new Map<number, Promise<WorldTruth>>();
  return async ({ store, fetch_ended_at: at }: IngestedPayload): Promise<StoreTruth | undefined> => {
    const pass = passes.findLast(({ since }) => since <= at)?.pass ?? 0;
    const truth = truths.get(pass) ?? control<WorldTruth>('GET', `/control/truth?pass=${pass}`);
    truths.set(pass, truth);
    return (await truth).dispensaries.find(({ platformId }) => platformId === store);
  };
}

/** Reads the snapshots of a payload, by product id. */
async function readSnapshots(
  db: Db,
  { id: payloadId }: IngestedPayload,
): Promise<Map<string, SeenProduct[]>> {
  const { rows } = await sql<SeenProduct & { id: string }>`
    select provider_product_id as id, snapshot.price_rec, snapshot.price_med, snapshot.price_rec_special,
      snapshot.price_med_special, snapshot.price_option, snapshot.is_on_special, snapshot.is_in_stock, snapshot.options
    from store_product_snapshots snapshot join store_products product on product.id = store_product_id
    where payload_id = ${payloadId}
  `.execute(db);
  return Map.groupBy(rows, ({ id }) => id);
}

function snapshotDifferences(store: StoreTruth, snapshots: Map<string, SeenProduct[]>): Difference[] {
  const expected = new Map([...menuOf(store)].map(([id, row]) => [id, seenOf(row)]));
  const found = new Map([...snapshots].map(([id, [row]]) => [id, seenOf(row!)]));
  return menuDifferences(store.name, { expected, found });
}

function seenOf(row: SeenProduct): SeenProduct {
  const {
    price_rec,
    price_med,
    price_rec_special,
    price_med_special,
    price_option,
    is_on_special,
    is_in_stock,
  } = row;
  return {
    price_rec,
    price_med,
    price_rec_special,
    price_med_special,
    price_option,
    is_on_special,
    is_in_stock,
    options: comparableOptions(row.options),
  };
}
