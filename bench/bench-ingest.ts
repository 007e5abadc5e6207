import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { connectDatabase, type Db } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { enterStage, type HeldRun } from '../db/queries/crawl-runs.ts';
import { ingestProducts } from '../db/queries/ingest.ts';
import { insertPayload, loadPayload, type StoredPayload } from '../db/queries/payloads.ts';
import type { CanonicalProduct } from '../domain/product.ts';
import { removePostgresData } from '../local/postgres-home.ts';
import { startPostgres } from '../local/postgres.ts';
import { createProcessGroup } from '../local/process-group.ts';
import { copySnapshotsOf, createCopyTables, writeRowByRow, type RowByRow } from './ingest-peers.ts';
import { makeMenu } from './make-menu.ts';
import { round, spreadOf, type Measurement } from './measurement.ts';
import type { BenchOptions } from './options.ts';
import { collectGarbage, takeTurns, timed, type Rounds } from './take-turns.ts';

const PRODUCTS = 1000;
const ROUNDS = 12;
/**
 * Rounds that do not count. PostgreSQL chooses the generic plan of a prepared statement at the sixth execution, which the first round
 * reaches; after two, tables and caches are filled, too.
 */
const WARM_UP_ROUNDS = 2;
const LARGE_MENU = 10_000;
/** The default of the settings. */
const MISS_RULE = { spanIntervals: 1.8, spanMinutesMin: 60, scheduleHours: 4 };

/**
 * Compares the ingest of one menu of 1,000 products, four fifths of it unchanged, with `COPY` of the same snapshots into a table
 * without and with our keys, and with writing the same rows product by product, with plain and with prepared statements;
 * alternating, on one PostgreSQL that writes to disk.
 */
export async function benchIngest({ rounds = ROUNDS }: BenchOptions): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-ingest-'));
  await chmod(folder, 0o711);
  const group = createProcessGroup();
  try {
    const server = await startPostgres({
      dataDir: join(folder, 'postgres'),
      group,
      durable: true,
      onProgress: (line) => void process.stderr.write(`${line}\n`),
    });
    return await measure(server.url, rounds);
  } finally {
    await group.stopAll();
    await removePostgresData(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(url: string, rounds: number): Promise<Measurement> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query('create database bench');
  await admin.end();
  const target = new URL(url);
  target.pathname = '/bench';
  await migrate(target.href);
  const db = connectDatabase({
    url: target.href,
    poolSize: 4,
    applicationName: 'bench',
    onLostConnection: () => undefined,
  });
  const client = new Client({ connectionString: target.href });
  await client.connect();
  try {
    const ours = await Store.create(db);
    const times = await measureInTurns({ db, client, ours }, rounds);
    return report(times, await measureMemory(ours));
  } finally {
    await client.end();
    await db.destroy();
  }
}

type Way = 'ours' | 'copy' | 'keyedCopy' | 'rows' | 'preparedRows';

interface World {
  db: Db;
  client: Client;
  ours: Store;
}

/** Lets all ways take turns. Each way that writes products has its own store, and all menus change by the same step. */
async function measureInTurns({ db, client, ours }: World, rounds: number): Promise<Rounds<Way, number>> {
  const [plain, prepared] = [await Store.create(db), await Store.create(db)];
  await createCopyTables(client);
  for (const store of [ours, plain, prepared]) await store.ingest(makeMenu(PRODUCTS, 0));
  const menuOf = (number: number) => makeMenu(PRODUCTS, number);
  const copy = (into: 'bare' | 'keyed') => async (number: number) => {
    const menu = menuOf(number);
    return timed(() => copySnapshotsOf(client, menu, { into, payloadId: number }))(number);
  };
  return takeTurns<Way, number>(
    {
      ours: (number) => ours.ingest(menuOf(number)),
      copy: copy('bare'),
      keyedCopy: copy('keyed'),
      rows: (number) => plain.ingestRowByRow({ client, isPrepared: false }, menuOf(number)),
      preparedRows: (number) => prepared.ingestRowByRow({ client, isPrepared: true }, menuOf(number)),
    },
    { rounds, warmUp: WARM_UP_ROUNDS },
  );
}

function report(rounds: Rounds<Way, number>, memory: Measurement['figures']): Measurement {
  const rateOf = (way: Way) =>
    spreadOf(
      rounds.map((ms) => (PRODUCTS / ms[way]) * 1000),
      0,
    );
  const versus = (way: Way, digits: number) =>
    spreadOf(
      rounds.map((ms) => ms[way] / ms.ours),
      digits,
    );
  return {
    figures: {
      'ingest, products a second (median)': rateOf('ours'),
      'COPY into a bare table, rows a second': rateOf('copy'),
      'COPY into a table with our keys, rows a second': rateOf('keyedCopy'),
      'row by row, products a second': rateOf('rows'),
      'row by row, prepared, products a second': rateOf('preparedRows'),
      ...memory,
    },
    ratios: {
      vsCopy: versus('copy', 2),
      vsKeyedCopy: versus('keyedCopy', 2),
      vsRowByRow: versus('rows', 1),
      vsPreparedRowByRow: versus('preparedRows', 1),
    },
    notes: {
      vsCopy: 'COPY writes the snapshots alone: no products, misses or counts, no key, index or partition',
      vsKeyedCopy: 'the same into a table with our primary key and index, not partitioned',
      vsRowByRow:
        'row by row takes no lock and writes no counts, run or stage, and rewrites each product whole',
      vsPreparedRowByRow: 'the same with named statements on one connection, warm',
    },
  };
}

/** One dispensary whose menu is ingested repeatedly. */
class Store {
  readonly #db: Db;
  readonly #id: number;
  #minutes = 0;

  private constructor(db: Db, id: number) {
    this.#db = db;
    this.#id = id;
  }

  static async create(db: Db): Promise<Store> {
    const { id } = await db
      .insertInto('dispensaries')
      .values({
        name: 'Bench',
        platform: 'dutchie',
        platform_dispensary_id: null,
        slug: 'bench',
        menu_url: 'https://menus.test/stores/bench',
        api_url: null,
        address: null,
        city: null,
        state: 'AZ',
        postal_code: null,
        country: null,
        latitude: null,
        longitude: null,
        time_zone: null,
        phone: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return new Store(db, id);
  }

  /** Ingests a menu. @returns the milliseconds of the ingest alone: the rows of the run and the payload are written before */
  async ingest(products: CanonicalProduct[]): Promise<number> {
    const { run, payload } = await this.#nextPayload(products.length);
    const startedAtMs = performance.now();
    await ingestProducts(this.#db, run, { payload, products, skipped: [], missRule: MISS_RULE });
    return performance.now() - startedAtMs;
  }

  /** Writes the same rows with two statements a product, in one transaction. */
  async ingestRowByRow(how: RowByRow, products: CanonicalProduct[]): Promise<number> {
    const { payload } = await this.#nextPayload(products.length);
    const startedAtMs = performance.now();
    await how.client.query('begin');
    await writeRowByRow(how, payload, products);
    await how.client.query('commit');
    return performance.now() - startedAtMs;
  }

  async #nextPayload(productCount: number): Promise<{ run: HeldRun; payload: StoredPayload }> {
    const fetchedAt = new Date(Date.UTC(2026, 5, 1) + (this.#minutes += 1) * 60_000);
    const runId = `${this.#id}/${this.#minutes}`;
    const { run } = await enterStage(
      this.#db,
      {
        dispensaryId: this.#id,
        role: 'payload_fetch',
        workflowId: 'bench',
        workflowRunId: runId,
        scheduledAt: new Date(),
        fence: Date.now(),
        activityId: '1',
        attempt: 1,
      },
      { stage: 'fetch', role: 'payload_fetch', worker: 'bench' },
    );
    const { payloadId } = await insertPayload(this.#db, run, {
      payload: {
        platform: 'dutchie',
        storagePath: `bench/${runId}`,
        heldBy: null,
        sha256: '00',
        bytes: 1,
        rawBytes: 1,
        productCount,
        pages: 1,
        totalCount: productCount,
        missingCount: 0,
        fieldsSelected: false,
        pageHashes: [],
        priceMoves: { up: 0, down: 0 },
        proxyId: null,
        browserProfile: 'bench',
        exitAddress: '203.0.113.1',
        fetchDurationMs: 1,
        fetchedAt,
      },
      doubt: null,
      resultOf: (id) => ({ payloadId: id }),
    });
    return { run, payload: await loadPayload(this.#db, payloadId) };
  }
}

/** Measures this process's memory for a menu ten times as large: the peak, and after the ingest. */
async function measureMemory(store: Store): Promise<Measurement['figures']> {
  collectGarbage();
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 10);
  const elapsedMs = await store.ingest(makeMenu(LARGE_MENU, 0));
  clearInterval(sampling);
  collectGarbage();
  return {
    'menu of 10,000 products, s': round(elapsedMs / 1000, 2),
    'memory above before, peak, MiB': round((peak - before) / 2 ** 20, 0),
    'memory above before, once it is in, MiB': round((process.memoryUsage().rss - before) / 2 ** 20, 0),
  };
}
