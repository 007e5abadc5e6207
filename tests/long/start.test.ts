import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { removePostgresData } from '../../local/postgres-home.ts';
import { runProgram } from '../support/run-program.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';
import { capturedMenu, capturedProducts } from './captured-menu.ts';
import { takePort } from '../support/take-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Summary {
  dispensaries: { discovered: number; crawled: number; doubted: number; failed: number };
  payloads: { written: number; bytes: number };
  products: { total: number; inStock: number; outOfStock: number; skipped: number };
  snapshots: number;
  images: { downloaded: number; failed: number };
  changes: { added: number; removed: number; priceChanges: number; stockChanges: number };
  proxies: { active: number; used: number };
  requests: { total: number; throughProxy: number; blocked: number };
  workflows: { started: number; completed: number; failed: number };
  urls: Record<string, string>;
  durationSec: number;
}

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

test('a start brings up servers of its own beside taken ports, twice in a row, and leaves no process behind', async () => {
  const folder = await temporaryFolder('start-');
  const dataDir = join(folder, 'data');
  onTestFinished(() => removePostgresData(join(dataDir, 'postgres')));
  for (const port of [5432, 7233, 8233, 8080]) await takePort(port);
  const args = [
    '--once',
    '--json',
    '--dispensaries',
    '2',
    '--products',
    '12',
    '--passes',
    '2',
    '--data-dir',
    dataDir,
  ];
  const env = { DATABASE_URL: undefined, TEMPORAL_ADDRESS: undefined };
  const first = await runProgram('scripts/start.ts', args, env);
  expect(first.code, first.stderr).toBe(0);
  const summary = JSON.parse(lastLine(first.stdout)) as Summary;
  expect(summary.dispensaries).toEqual({ discovered: 2, crawled: 2, doubted: 0, failed: 0 });
  expect(summary.payloads.written).toBe(4);
  expect(summary.products.total).toBe(summary.products.inStock + summary.products.outOfStock);
  expect(summary.requests.throughProxy).toBe(summary.requests.total);
  expect(summary.proxies).toEqual({ active: 3, used: 3 });
  expect(summary.workflows.failed).toBe(0);
  expect(summary.workflows.completed).toBe(summary.workflows.started);
  expect(summary.urls.webUi).not.toContain(':8233');
  expect(first.stderr).toContain('Port 5432 is taken, so PostgreSQL listens on ');
  expect(await processesNaming(dataDir)).toEqual([]);
  const workerEnv = join(dataDir, 'worker.env');
  expect((await stat(workerEnv)).mode & 0o777).toBe(0o600);
  expect(await readByShell(workerEnv, 'TEMPORAL_NAMESPACE', 'STORAGE_ROOT')).toEqual([
    'crawlchain',
    join(dataDir, 'storage'),
  ]);

  const second = await runProgram('scripts/start.ts', args, env);
  expect(second.code, second.stderr).toBe(0);
  const again = JSON.parse(lastLine(second.stdout)) as Summary;
  expect(again.dispensaries).toEqual({ discovered: 2, crawled: 2, doubted: 0, failed: 0 });
  expect(again.payloads.written).toBe(8);
  // The servers have the same ports again.
  expect(again.urls).toEqual(summary.urls);
  expect(second.stderr).not.toContain('is taken');
  expect(await processesNaming(dataDir)).toEqual([]);
});

/** Reads the values of variables in a shell that has sourced a file. */
async function readByShell(file: string, ...names: string[]): Promise<string[]> {
  const script = `. "$0"; ${names.map((name) => `echo "$${name}"`).join('; ')}`;
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script, file]);
  return stdout.trimEnd().split('\n');
}

/** Returns the command lines of running processes that name this folder; on systems other than Linux, none. */
async function processesNaming(folder: string): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(folder));
}

test('captured products go through the whole pipeline and come out with the values one reads off by hand', async () => {
  const folder = await temporaryFolder('start-');
  const captures = join(folder, 'captures');
  await mkdir(captures);
  await writeFile(join(captures, 'corner_store.json'), JSON.stringify(capturedMenu));
  await writeFile(
    join(captures, 'plain-list.json'),
    JSON.stringify(capturedProducts.map((product) => ({ ...product, DispensaryID: 'legacy17charsIdAb' }))),
  );
  await writeFile(join(captures, 'cards.json'), JSON.stringify([{ label: 'a list of something else' }]));
  const [{ db, url }, { client, namespace, address }] = [
    await createTestDatabase(),
    await createTestNamespace(null),
  ];
  const run = await runProgram(
    'scripts/start.ts',
    [
      '--once',
      '--json',
      '--dispensaries',
      '1',
      '--products',
      '10',
      '--captures',
      captures,
      '--mark-as-sandbox',
      '--data-dir',
      join(folder, 'data'),
    ],
    { DATABASE_URL: url, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace },
  );
  expect(run.code, run.stderr).toBe(0);
  const summary = JSON.parse(lastLine(run.stdout)) as Summary;
  expect(summary.dispensaries).toEqual({ discovered: 3, crawled: 3, doubted: 0, failed: 0 });
  // A server that the person named gets no schedules: these are left to its owner.
  expect(await client.schedule.list()[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
  const { rows } = await sql`
    select product.provider_product_id as id, product.name, brand_name, product.category, price_rec, price_med, price_rec_special,
      price_med_special, price_option, is_on_special, is_in_stock, product.quantity, thc_low, thc_high, thc_unit, local_image_path is not null as has_image
    from store_products product join dispensaries dispensary on dispensary.id = dispensary_id
    where dispensary.name like 'Captured corner store%' order by product.provider_product_id
  `.execute(db);
  expect(rows).toEqual([
    {
      id: '68aa00000000000000000001',
      name: 'Larch & Lime 2" Pre-Roll | 1g',
      brand_name: 'Quiet Acre',
      category: 'Pre-Rolls',
      price_rec: '12.00',
      price_med: '10.00',
      price_rec_special: '8.40',
      price_med_special: null,
      price_option: '1g',
      is_on_special: true,
      is_in_stock: true,
      quantity: 25,
      thc_low: 24.1,
      thc_high: 27.8,
      thc_unit: 'PERCENTAGE',
      has_image: true,
    },
    {
      id: '68aa00000000000000000002',
      name: 'Sour Gummies 10pk',
      brand_name: null,
      category: 'Edible',
      price_rec: '18.00',
      price_med: null,
      price_rec_special: null,
      price_med_special: null,
      price_option: '100mg',
      is_on_special: false,
      is_in_stock: false,
      quantity: 0,
      thc_low: 100,
      thc_high: 100,
      thc_unit: 'MILLIGRAMS',
      has_image: true,
    },
  ]);
  const { count } = await db
    .selectFrom('store_products')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('provider_product_id', 'like', '68aa%')
    .executeTakeFirstOrThrow();
  expect(count).toBe(4);
});

test('a pass crawls each dispensary once, also when the first are done before the last are found', async () => {
  const folder = await temporaryFolder('start-');
  const [{ url }, { namespace, address }] = [await createTestDatabase(), await createTestNamespace(null)];
  const run = await runProgram(
    'scripts/start.ts',
    [
      '--once',
      '--json',
      '--mark-as-sandbox',
      '--dispensaries',
      '40',
      '--products',
      '2',
      '--data-dir',
      join(folder, 'data'),
    ],
    { DATABASE_URL: url, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace },
  );
  expect(run.code, run.stderr).toBe(0);
  const summary = JSON.parse(lastLine(run.stdout)) as Summary;
  expect(summary.dispensaries).toEqual({ discovered: 40, crawled: 40, doubted: 0, failed: 0 });
  expect(summary.payloads.written).toBe(40);
});
