import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import v8 from 'node:v8';
import vm from 'node:vm';
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
import { copyBare, writeRowByRow } from './ingest-peers.ts';
import { makeMenu } from './make-menu.ts';
import { median, round, type Measurement } from './measurement.ts';

const PRODUCTS = 1000;
const ROUNDS = 12;
const ROW_BY_ROW_ROUNDS = 3;
const LARGE_MENU = 10_000;

/**
 * One menu of 1,000 products into the catalog, four fifths of it unchanged, against `COPY` of the same snapshots into a
 * bare table and against the same work product by product; in turns, on one PostgreSQL that writes to disk.
 */
export async function benchIngest(): Promise<Measurement> {
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
    return await measure(server.url);
  } finally {
    await group.stopAll();
    await removePostgresData(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(url: string): Promise<Measurement> {
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
    const theirs = await Store.create(db);
    await client.query('create table bare_snapshots (like store_product_snapshots)');
    await ours.ingest(makeMenu(PRODUCTS, 0));
    await theirs.ingest(makeMenu(PRODUCTS, 0));
    const seconds = { ours: [] as number[], copy: [] as number[], rows: [] as number[] };
    for (let turn = 1; turn <= ROUNDS; turn += 1) {
      const menu = makeMenu(PRODUCTS, turn);
      seconds.ours.push(await ours.ingest(menu));
      seconds.copy.push(await copyBare(client, menu));
      if (turn <= ROW_BY_ROW_ROUNDS) seconds.rows.push(await theirs.ingestRowByRow(client, menu));
    }
    const memory = await measureMemory(ours);
    const perSecond = (times: number[]) => PRODUCTS / median(times);
    return {
      figures: {
        'ingest, products a second (median)': round(perSecond(seconds.ours), 0),
        'COPY into a bare table, rows a second': round(perSecond(seconds.copy), 0),
        'row by row, products a second': round(perSecond(seconds.rows), 0),
        ...memory,
      },
      ratios: {
        vsCopy: round(perSecond(seconds.ours) / perSecond(seconds.copy), 2),
        vsRowByRow: round(perSecond(seconds.ours) / perSecond(seconds.rows), 1),
      },
    };
  } finally {
    await client.end();
    await db.destroy();
  }
}

/** One dispensary whose menu comes again and again. */
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

  /** @returns seconds of the ingest; the rows of the run and the payload are there before */
  async ingest(products: CanonicalProduct[]): Promise<number> {
    const { run, payload } = await this.#nextPayload(products.length);
    const startedAt = performance.now();
    await ingestProducts(this.#db, run, { payload, products, skipped: [] });
    return (performance.now() - startedAt) / 1000;
  }

  /** The same rows with two statements a product, in one transaction. */
  async ingestRowByRow(client: Client, products: CanonicalProduct[]): Promise<number> {
    const { payload } = await this.#nextPayload(products.length);
    const startedAt = performance.now();
    await client.query('begin');
    await writeRowByRow(client, payload, products);
    await client.query('commit');
    return (performance.now() - startedAt) / 1000;
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
        pageHashes: [],
        proxyId: null,
        browserProfile: 'bench',
        exitAddress: '203.0.113.1',
        fetchDurationMs: 1,
        fetchedAt,
      },
      suspicion: null,
      confirms: null,
      resultOf: (id) => ({ payloadId: id }),
    });
    return { run, payload: await loadPayload(this.#db, payloadId) };
  }
}

function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc');
  (vm.runInNewContext('gc') as () => void)();
}

/** How much a menu ten times as large takes of this process, at its peak and once it is in. */
async function measureMemory(store: Store): Promise<Record<string, number>> {
  collectGarbage();
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 10);
  const seconds = await store.ingest(makeMenu(LARGE_MENU, 0));
  clearInterval(sampling);
  collectGarbage();
  return {
    'menu of 10,000 products, s': round(seconds, 2),
    'memory above before, peak, MiB': round((peak - before) / 2 ** 20, 0),
    'memory above before, once it is in, MiB': round((process.memoryUsage().rss - before) / 2 ** 20, 0),
  };
}
