import { sql } from 'kysely';
import { adaptInterval } from '../../domain/crawl-interval.ts';
import type { IngestCounts } from '../../domain/crawl-run.ts';
import type { FlawCounts } from '../../domain/count-flaws.ts';
import { firstMissedBy, type MissRule } from '../../domain/misses.ts';
import { NORMALIZER_VERSION, type CanonicalProduct } from '../../domain/product.ts';
import { uniqueSorted } from '../../domain/unique-products.ts';
import { cancellableTransaction } from '../cancellable-transaction.ts';
import type { Db } from '../connect.ts';
import { countMisses, whyMissesAreOff } from './count-misses.ts';
import { holdRun, writeDoneStage, type DoneStage, type HeldRun } from './crawl-runs.ts';
import { noteBrandLogos } from './images.ts';
import { linkProducts, withIdsOfToday } from './link-products.ts';
import { readStanding, type PayloadStanding } from './payload-standing.ts';
import type { StoredPayload } from './payloads.ts';
import { holdStore, releaseStore, type HeldStore } from './store-locks.ts';
import { learnFields, type PayloadStructure } from './payload-fields.ts';
import {
  deleteSnapshots,
  incomingProduct,
  keepUnchanged,
  snapshotCurrent,
  snapshotOlder,
  upsertProducts,
  type Batch,
} from './ingest-batches.ts';

const NEVER = new AbortController().signal;

/** Products per statement: larger statements are no faster and hold locks for longer. */
const BATCH_SIZE = 1000;

/** How many skipped products a run stores with their reasons. */
const SKIP_SAMPLES_MAX = 20;

interface SkippedProduct {
  id: string | null;
  reason: string;
}

export interface IngestInput {
  payload: StoredPayload;
  products: CanonicalProduct[];
  /** Products that could not be normalized. They are on the menu, so they do not count as missing. */
  skipped: SkippedProduct[];
  /** Counts of the options and values that were left out of the ingested products. */
  flaws?: FlawCounts;
  /** The payload's structure, to be compared with the known fields. */
  fields?: PayloadStructure;
  /** When products that the payload lacks go out of stock. */
  missRule: MissRule;
  /** If it aborts, nothing of the payload is ingested, and the signal's reason is thrown. */
  signal?: AbortSignal;
  /** The schedule's interval, from which the dispensary's interval adapts; absent: it does not adapt. */
  adaptsFromHours?: number | undefined;
}

export interface StageIngestInput extends IngestInput {
  /** The stage's result, recorded together with the products; absent: the stage continues. */
  endStage?: (counts: IngestCounts) => Omit<DoneStage, 'stage'>;
}

/**
 * Ingests a payload's products into the catalog, in one transaction: products, one snapshot each, and misses of absent products,
 * which go out of stock at the third or a later miss, if it is long enough after the first. A product with a new id keeps its row
 * if the payload is complete enough to count misses. A payload that was ingested before changes nothing and returns its earlier
 * counts. A payload older than the ingested ones adds its snapshots and leaves the current state alone. The stage's completion
 * commits together with the products, so that they are consistent even if the worker is killed.
 * @throws CrawlError StaleAttempt when the attempt no longer holds its run
 */
export async function ingestProducts(
  db: Db,
  run: HeldRun,
  { endStage, ...input }: StageIngestInput,
): Promise<IngestCounts> {
  // Runs outside the transaction, because a new partition, once a month, locks all snapshots, which must last only a moment.
  await sql`select ensure_snapshot_partition(${input.payload.fetchedAt})`.execute(db);
  // Runs outside the transaction, so that these rows, which stores share through brands, are locked only briefly. Extra logo URLs
  // do no harm.
  await noteBrandLogos(db, input.products);
  return cancellableTransaction(db, input.signal ?? NEVER, async (tx) => {
    await holdRun(tx, run);
    const known = await readStanding(tx, input.payload.id, { isLocked: true });
    const counts = known.counts ?? (await bringIn(tx, input, { known, run }));
    if (endStage !== undefined) await writeDoneStage(tx, run, { stage: 'ingest', ...endStage(counts) });
    return counts;
  });
}

/**
 * Ingests a stored payload again with the current rules: rewrites its snapshots, and the current state if no newer payload was
 * ingested. Misses were counted at the first ingest and are not counted again. Releases the store in the same transaction.
 * @throws CrawlError StaleAttempt when the attempt no longer holds the store
 */
export async function ingestAgain(
  db: Db,
  input: IngestInput,
  store: HeldStore,
): Promise<{ counts: IngestCounts; isNewest: boolean }> {
  await sql`select ensure_snapshot_partition(${input.payload.fetchedAt})`.execute(db);
  await noteBrandLogos(db, input.products);
  return cancellableTransaction(db, input.signal ?? NEVER, async (tx) => {
    await holdStore(tx, store);
    const known = await readStanding(tx, input.payload.id, { isLocked: true });
    const counts = await bringIn(tx, input, { known, run: null });
    await releaseStore(tx, store);
    return { counts, isNewest: known.isNewest };
  });
}

interface Into {
  known: PayloadStanding;
  /** The run of the chain whose stage this ingest is; null: somebody requested the ingest. */
  run: HeldRun | null;
}

async function bringIn(tx: Db, input: IngestInput, { known, run }: Into): Promise<IngestCounts> {
  const { payload } = input;
  const skippedIds = input.skipped.flatMap(({ id }) => (id === null ? [] : [id]));
  const isFirstTime = known.counts === null;
  const came = uniqueSorted(input.products);
  const missesOff = await whyMissesAreOff(tx, payload, {
    skipped: input.skipped.length,
    products: came.length,
  });
  // An incomplete payload may lack the old product although it is on the menu; it would lose its row to a product of the same name.
  const mayLink = known.isNewest && missesOff === undefined;
  const linked = mayLink ? await linkProducts(tx, { payload, products: came, skippedIds }) : 0;
  const reported = known.isNewest ? came : uniqueSorted(await withIdsOfToday(tx, payload, came));
  const products = reported.map(incomingProduct);
  // A payload that was imported from another system has snapshots too, although it has no counts and so looks new.
  if (run === null || !isFirstTime) await deleteSnapshots(tx, payload);
  let [added, written] = [0, 0];
  for (let start = 0; start < products.length; start += BATCH_SIZE) {
    const batch = { payload, products: products.slice(start, start + BATCH_SIZE) };
    if (known.isNewest) {
      const wrote = await writeBatch(tx, batch, { isFirstTime });
      added += wrote.added;
      written += wrote.written;
    } else added += await snapshotOlder(tx, batch);
  }
  const misses =
    known.isNewest && isFirstTime && missesOff === undefined
      ? await countMisses(tx, {
          payload,
          skippedIds,
          firstMissedBy: firstMissedBy(
            { fetchedAt: payload.fetchedAt, intervalHours: known.intervalHours },
            input.missRule,
          ),
        })
      : { missed: 0, markedOutOfStock: 0 };
  const inStock = products.filter((product) => product.inStock).length;
  const counts: IngestCounts = {
    products: products.length,
    inStock,
    outOfStock: products.length - inStock,
    skipped: input.skipped.length,
    skippedOptions: input.flaws?.option ?? 0,
    droppedValues: input.flaws?.value ?? 0,
    added,
    linked,
    snapshots: products.length,
    ...misses,
    ...(missesOff === undefined ? {} : { missesOff }),
  };
  // If misses do not count, products that the payload lacks may have changed.
  const isUnchanged = written === 0 && counts.missed === 0 && missesOff === undefined;
  await finishIngest(tx, { run, input, counts, known, isUnchanged });
  return counts;
}

/** Writes a batch of the newest payload. @returns how many products are new, and how many are new or changed */
async function writeBatch(
  tx: Db,
  batch: Batch,
  { isFirstTime }: { isFirstTime: boolean },
): Promise<{ added: number; written: number }> {
  // A repeated ingest rewrites every row, including rows that somebody edited by hand.
  const products = isFirstTime ? await keepUnchanged(tx, batch) : batch.products;
  const added = products.length === 0 ? 0 : await upsertProducts(tx, { ...batch, products });
  await snapshotCurrent(tx, batch);
  return { added, written: products.length };
}

interface Finish {
  run: HeldRun | null;
  input: IngestInput;
  counts: IngestCounts;
  known: PayloadStanding;
  /** Whether no product appeared, disappeared or changed. */
  isUnchanged: boolean;
}

async function finishIngest(tx: Db, { run, input, counts, known, isUnchanged }: Finish): Promise<void> {
  const { payload, skipped, flaws, fields } = input;
  const record = {
    ...counts,
    skippedSamples: skipped.slice(0, SKIP_SAMPLES_MAX),
    flawSamples: flaws?.samples ?? [],
    drift: fields === undefined ? [] : await learnFields(tx, payload, fields),
    normalizerVersion: NORMALIZER_VERSION,
  };
  await sql`
    update raw_crawl_payloads set ingested_at = clock_timestamp(), ingest_counts = ${JSON.stringify(counts)} where id = ${payload.id}
  `.execute(tx);
  if (run !== null) {
    await sql`
      update crawl_runs set payload_id = ${payload.id}, counts = counts || ${JSON.stringify(record)}::jsonb where id = ${run.crawlRunId}
    `.execute(tx);
  }
  if (!known.isNewest) return;
  await sql`
    update dispensaries set
      current_payload_fetched_at = ${payload.fetchedAt},
      last_crawl_at = greatest(last_crawl_at, ${payload.fetchedAt}),
      last_crawl_started_at = greatest(last_crawl_started_at, (select started_at from crawl_runs where id = ${run?.crawlRunId ?? null})),
      first_crawl_at = coalesce(first_crawl_at, ${payload.fetchedAt}),
      product_count = ${counts.products},
      adapted_interval_hours = ${run === null ? sql`adapted_interval_hours` : adapted(input, known, isUnchanged)},
      updated_at = now()
    where id = ${payload.dispensaryId}
  `.execute(tx);
}

/** Returns SQL for the new adapted interval: null if an operator has set an interval, or if intervals no longer adapt. */
function adapted({ adaptsFromHours }: IngestInput, { adaptedHours }: PayloadStanding, isUnchanged: boolean) {
  const hours =
    adaptsFromHours === undefined
      ? null
      : adaptInterval({ adaptedHours, baseHours: adaptsFromHours, isUnchanged });
  return sql`case when crawl_interval_hours is null then ${hours}::float8 end`;
}
