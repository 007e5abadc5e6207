import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../db/connect.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { runProgram, startProgram } from '../support/run-program.ts';
import { openLink } from '../support/server-link.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Terminates `count` connections of a program, each of them between two statements of a transaction. */
async function endInTransaction(db: Db, program: string, count: number): Promise<void> {
  await sql`
    do ${sql.lit(`
      declare
        ended int := 0;
        victim int;
      begin
        while ended < ${count} loop
          perform pg_stat_clear_snapshot();
          for victim in
            select pid from pg_stat_activity
            where datname = current_database() and application_name = '${program}' and state = 'idle in transaction'
          loop
            exit when ended = ${count};
            ended := ended + pg_terminate_backend(victim)::int;
          end loop;
        end loop;
      end
    `)}
  `.execute(db);
}

test('a worker outlives connections that are ended in a transaction, and its crawl completes', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 120 });
  const { dispensary, store } = await addLargestDispensary(world);
  const worker = await world.startWorker();
  const ended = endInTransaction(world.db, 'worker-1', 3);
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await ended;
  const { counts } = await handle.result();
  expect(counts.products).toBe(store.products.length + store.inactiveProducts.length);
  const runs = await world.db.selectFrom('crawl_runs').select('status').execute();
  expect(runs).toEqual([{ status: 'completed' }]);
  expect(await world.readLog()).toContain('a database connection was lost');
  expect(await worker.stop()).toMatchObject({ code: 0, signal: null });
});

test('the API outlives connections that are ended in a transaction', async () => {
  const { db, databaseUrl, temporalAddress, namespace } = await createCrawlWorld({ dispensaries: 1 });
  const api = startProgram('api/main.ts', [], {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: namespace,
    API_PORT: '0',
  });
  const listening = /"url":"(http:[^"]+)","msg":"listening"/;
  await expect.poll(() => api.sofar.stdout, { timeout: 60_000 }).toMatch(listening);
  const url = listening.exec(api.sofar.stdout)![1]!;
  const statuses = new Set<number>();
  const over = new AbortController();
  const ended = endInTransaction(db, 'crawlchain-api', 3).finally(() => over.abort());
  const disable = () =>
    fetch(`${url}/api/proxies/1/disable`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
  while (!over.signal.aborted) statuses.add((await disable()).status);
  await ended;
  expect(api.sofar.code).toBeNull();
  expect((await disable()).status).toBe(200);
  // Requests in progress are answered with 503, which tells clients to try again.
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  api.signal('SIGTERM');
  expect((await api.finished).code).toBe(0);
});

test('a command whose connection is ended in a transaction says so in one line, and has changed nothing', async () => {
  const { db, url } = await createTestDatabase();
  const folder = await temporaryFolder('lost-connections-');
  const file = join(folder, 'proxies.txt');
  const list = Array.from({ length: 3_000 }, (_, at) => `http://user:hush@10.0.${at >> 8}.${at & 255}:8080`);
  await writeFile(file, list.join('\n'));
  const ended = endInTransaction(db, 'crawlchain-command', 1);
  const { code, stdout, stderr } = await runProgram('cli/main.ts', ['proxies', 'import', file, '--direct'], {
    DATABASE_URL: url,
    PROXY_PASSWORD_KEY_FILE: join(folder, 'key'),
  });
  await ended;
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    // The driver's message, which is left open here, depends on whether the driver was sending.
    stderr: expect.stringMatching(
      /^The database is unavailable: [^\n]+\. Run the command again when it is back\.\n$/,
    ),
  });
  expect(await db.selectFrom('proxies').select('id').execute()).toEqual([]);
});

test('a worker goes on when it loses the answers to its commits, and its crawl is stored once', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 120 });
  const { dispensary, store } = await addLargestDispensary(world);
  const through = new URL(world.databaseUrl);
  const link = await openLink(through.host);
  through.host = link.address;
  const worker = await world.startWorker('worker-1', { DATABASE_URL: through.href });
  // The fetch stores its payload in one transaction; the ingest stores the products in another.
  const lost = Promise.all([link.loseCommit('raw_crawl_payloads'), link.loseCommit('store_products')]);
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  const { counts } = await handle.result();
  await lost;
  const products = store.products.length + store.inactiveProducts.length;
  expect(counts.products).toBe(products);
  const rowsOf = async (table: string) =>
    (await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}`.execute(world.db))
      .rows[0]?.rows;
  expect(await rowsOf('store_products')).toBe(products);
  expect(await rowsOf('store_product_snapshots')).toBe(products);
  expect(await rowsOf('raw_crawl_payloads')).toBe(1);
  expect(await world.db.selectFrom('crawl_runs').select('status').execute()).toEqual([
    { status: 'completed' },
  ]);
  expect(await world.db.selectFrom('proxy_leases').select('id').execute()).toEqual([]);
  expect(await worker.stop()).toMatchObject({ code: 0, signal: null });
});
