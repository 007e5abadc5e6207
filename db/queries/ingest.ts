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

/** Products a statement takes: larger ones gain no speed, and lock longer. */
const BATCH_SIZE = 1000;

/** How many skipped products a run keeps with their reasons. */
const SKIP_SAMPLES_MAX = 20;

interface SkippedProduct {
  id: string | null;
  reason: string;
}

export interface IngestInput {
  payload: StoredPayload;
  products: CanonicalProduct[];
  /** Products that could not be normalized. They are on the menu, so they have not missed it. */
  skipped: SkippedProduct[];
  /** What was left out of the products that went in. */
  flaws?: FlawCounts;
  /** What the payload looks like, to be compared with what is known. */
  fields?: PayloadStructure;
  /** What takes products that the payload lacks out of stock. */
  missRule: MissRule;
  /** When it aborts, nothing of the payload goes in, and its reason is thrown. */
  signal?: AbortSignal;
  /** The interval of the schedule, from which that of the dispensary adapts; absent: it does not. */
  adaptsFromHours?: number | undefined;
}

export interface StageIngestInput extends IngestInput {
  /** What the stage returns, noted together with the products; absent: the stage goes on. */
  endStage?: (counts: IngestCounts) => Omit<DoneStage, 'stage'>;
}

/**
 * Brings a payload's products into the catalog, in one transaction: products, one snapshot for each, misses of those
 * that are absent, out of stock at the third miss that lies far enough from the first. A product that has another id than
 * before keeps its row, if the payload is whole enough to count misses. A payload that is in already
 * changes nothing and answers with the counts of then. One that is older than what is in adds its snapshots and leaves the
 * current state alone. That the stage is done goes in with them: whoever finds the products in finds its result too, also
 * when the worker is killed at once.
 * @throws CrawlError StaleAttempt when the attempt no longer holds its run
 */
export async function ingestProducts(
  db: Db,
  run: HeldRun,
  { endStage, ...input }: StageIngestInput,
): Promise<IngestCounts> {
  // On its own, since it locks all snapshots: once a month, and only for a moment.
  await sql`select ensure_snapshot_partition(${input.payload.fetchedAt})`.execute(db);
  // Stores share brands: on their own, these rows are locked for a moment only, and known addresses do no harm.
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
 * Brings a stored payload in once more, with the rules of today: its snapshots are written anew, and the current state
 * where no newer payload is in. What has missed it was counted when it first went in and is not counted again. The store is
 * freed with it.
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
  /** The chain that the ingest is a stage of; null when a person asked for it. */
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
  // The product that a new one may be is perhaps only cut off, and would lose its row to another of its name.
  const mayLink = known.isNewest && missesOff === undefined;
  const linked = mayLink ? await linkProducts(tx, { payload, products: came, skippedIds }) : 0;
  const told = known.isNewest ? came : uniqueSorted(await withIdsOfToday(tx, payload, came));
  const products = told.map(incomingProduct);
  // Also those of a payload that was taken over from another system, with its snapshots and without counts.
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
  // What did not come may have changed.
  const isUnchanged = written === 0 && counts.missed === 0 && missesOff === undefined;
  await finishIngest(tx, { run, input, counts, known, isUnchanged });
  return counts;
}

/** @returns how many products were not known before, and how many were not exactly as before, those included */
async function writeBatch(
  tx: Db,
  batch: Batch,
  { isFirstTime }: { isFirstTime: boolean },
): Promise<{ added: number; written: number }> {
  // Who brings a payload in again wants every row made anew, also where somebody has edited one by hand.
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
  /** No product came, went, or was other than before. */
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

/** One that an operator has set stays as it is, and none is kept beside it; nor when intervals do not adapt any more. */
function adapted({ adaptsFromHours }: IngestInput, { adaptedHours }: PayloadStanding, isUnchanged: boolean) {
  const hours =
    adaptsFromHours === undefined
      ? null
      : adaptInterval({ adaptedHours, baseHours: adaptsFromHours, isUnchanged });
  return sql`case when crawl_interval_hours is null then ${hours}::float8 end`;
}
