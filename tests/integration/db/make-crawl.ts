import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { enterStage, type HeldRun, type RunClaim, type StageName } from '../../../db/queries/crawl-runs.ts';
import { ingestProducts, type IngestInput } from '../../../db/queries/ingest.ts';
import {
  insertPayload,
  loadPayload,
  type PayloadRecord,
  type StoredPayload,
} from '../../../db/queries/payloads.ts';
import type { StoreClaim } from '../../../db/queries/store-locks.ts';
import type { IngestCounts } from '../../../domain/crawl-run.ts';
import type { MissRule } from '../../../domain/misses.ts';
import type { CanonicalProduct } from '../../../domain/product.ts';

/** Returns noon UTC of a day in March 2026: `day(1)` is the first of March. */
export function day(number: number): Date {
  return new Date(Date.UTC(2026, 2, number, 12));
}

/** Inserts a dispensary that may be crawled and returns its id. */
export async function makeDispensary(
  db: Db,
  change: { name?: string; state?: string | null; platform_dispensary_id?: string | null } = {},
): Promise<number> {
  const slug = `store-${randomUUID().slice(0, 8)}`;
  const { id } = await db
    .insertInto('dispensaries')
    .values({
      name: 'Desert Bloom',
      platform: 'dutchie',
      platform_dispensary_id: slug,
      slug,
      menu_url: `https://dutchie.com/embedded-menu/${slug}`,
      state: 'AZ',
      ...change,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const FETCH: StageName = { stage: 'fetch', role: 'payload_fetch', worker: 'Xylos' };
export const INGEST: StageName = { stage: 'ingest', role: 'product_refresh', worker: 'Kryll' };

/** Returns the claim of a new chain. */
export function makeClaim(dispensaryId: number, change: Partial<RunClaim> = {}): RunClaim {
  return {
    dispensaryId,
    role: 'payload_fetch',
    workflowId: `crawl/${dispensaryId}`,
    workflowRunId: randomUUID(),
    scheduledAt: day(1),
    // These three values are those of `MockActivityEnvironment`.
    fence: 1,
    activityId: '1',
    attempt: 1,
    ...change,
  };
}

/** Returns the claim of the next attempt. */
export function nextAttempt<Claim extends StoreClaim>(claim: Claim): Claim {
  return {
    ...claim,
    fence: claim.fence + 1,
    ...('attempt' in claim ? { attempt: Number(claim.attempt) + 1 } : {}),
  };
}

/** Begins a chain of a new dispensary. The chain's first attempt holds the dispensary. */
export async function beginRun(db: Db): Promise<HeldRun> {
  const { run } = await enterStage(db, makeClaim(await makeDispensary(db)), FETCH);
  return run;
}

/** Adds a payload of this run. Each payload gets a path of its own. */
export async function makePayload(db: Db, run: HeldRun, fetchedAt: Date): Promise<StoredPayload> {
  return keepPayload(db, run, await makePayloadRecord(db, fetchedAt));
}

async function keepPayload(db: Db, run: HeldRun, record: PayloadRecord): Promise<StoredPayload> {
  return loadPayload(db, await storePayload(db, run, record));
}

export async function makePayloadRecord(db: Db, fetchedAt: Date) {
  return {
    platform: 'dutchie' as const,
    storagePath: `payloads/${randomUUID()}.json.gz`,
    heldBy: null as string | null,
    sha256: 'ab'.repeat(32),
    bytes: 1000,
    rawBytes: 9000,
    productCount: 3,
    pages: 1,
    totalCount: 3,
    missingCount: 0,
    fieldsSelected: false,
    pageHashes: [],
    priceMoves: { up: 0, down: 0 },
    proxyId: await makeProxy(db),
    browserProfile: 'chrome-131-windows',
    exitAddress: '203.0.113.7',
    fetchDurationMs: 1234,
    fetchedAt,
  };
}

export async function makeProxy(
  db: Db,
  change: { owner?: string; is_active?: boolean } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('proxies')
    .values({ host: `${randomUUID()}.test`, port: 8080, protocol: 'http', ...change })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The default rule for misses. With one payload per day, the third miss always counts. */
export const MISS_RULE: MissRule = { spanIntervals: 1.8, spanMinutesMin: 60, scheduleHours: 4 };

/** Returns the input for the ingest of a payload with these products. */
export function inputOf(payload: StoredPayload, products: CanonicalProduct[]): IngestInput {
  return { payload, products, skipped: [], missRule: MISS_RULE };
}

/** Adds a payload with these products, and ingests it. */
export async function ingest(
  db: Db,
  run: HeldRun,
  {
    fetchedAt,
    products,
    record,
    ...rest
  }: {
    fetchedAt: Date;
    products: CanonicalProduct[];
    record?: Partial<PayloadRecord>;
  } & Partial<IngestInput>,
): Promise<{ counts: IngestCounts; payload: StoredPayload }> {
  const payload = await keepPayload(db, run, { ...(await makePayloadRecord(db, fetchedAt)), ...record });
  const counts = await ingestProducts(db, run, { ...inputOf(payload, products), ...rest });
  return { counts, payload };
}

/** Inserts a payload's row and returns its id. */
export async function storePayload(db: Db, run: HeldRun, payload: PayloadRecord): Promise<number> {
  const { payloadId } = await insertPayload(db, run, {
    payload,
    doubt: null,
    resultOf: (id) => ({ payloadId: id }),
  });
  return payloadId;
}

/** Gives a chain its store lock back after an ingest has released the lock. */
export async function holdAgain(db: Db, { crawlRunId }: HeldRun): Promise<void> {
  await sql`
    insert into store_locks (dispensary_id, workflow_id, workflow_run_id, fence, since, begun_at)
    select dispensary_id, workflow_id, workflow_run_id, fence, started_at, started_at from crawl_runs where id = ${crawlRunId}
  `.execute(db);
}
