import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../db/connect.ts';
import { RAW_BYTES_MAX } from '../../storage/payload-files.ts';
import { addLegacyPayloads, makeLegacyData } from '../support/legacy-data.ts';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/test-database.ts';

const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const PRODUCTS = 5_000;
const FIRST_ID = 1_000;

async function openCommand() {
  const [legacy, { db, url }] = [await createEmptyDatabase(), await createTestDatabase()];
  await makeLegacyData(legacy.db);
  await sql`
    insert into store_products (id, dispensary_id, provider_product_id, name_raw, price_rec)
    select ${FIRST_ID} + n, 11, 'many-' || n, 'Product ' || n, 10 from generate_series(1, ${PRODUCTS}::integer) n
  `.execute(legacy.db);
  await sql`
    insert into store_product_snapshots (store_product_id, captured_at, price_rec)
    select id, '2024-12-10T01:00:00Z', 10 from store_products where id > ${FIRST_ID}
  `.execute(legacy.db);
  const folder = await temporaryFolder('legacy-');
  const env = {
    DATABASE_URL: url,
    LEGACY_DATABASE_URL: legacy.url,
    STORAGE_ROOT: join(folder, 'storage'),
    PROXY_PASSWORD_KEY_FILE: join(folder, 'proxy.key'),
  };
  return { legacy: legacy.db, db, env, payloads: folder };
}

test('an import that is killed goes on where it stopped, and takes everything over once', async () => {
  const { legacy, db, env, payloads } = await openCommand();
  await addLegacyPayloads(legacy, payloads, [
    { id: 41, dispensaryId: 11, fetchedAt: '2024-12-10T01:00:00.000Z', content: { products: [{ id: 'a' }] } },
  ]);
  await sql`
    insert into dispensaries (id, name, platform, platform_dispensary_id, slug, menu_url) overriding system value
    values (11, 'Deeply Rooted', 'dutchie', '6405ef617056e8014d79101b', 'deeply-rooted', 'https://dutchie.com/embedded-menu/deeply-rooted')
  `.execute(db);
  const text = ['import', 'legacy', '--payloads', payloads];

  // The third batch of products has to wait for an uncommitted row with the same id.
  const blocker = await db.startTransaction().execute();
  await insertProduct(blocker, FIRST_ID + 2_500);
  const child = spawn(process.execPath, [MAIN, ...text], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  await expect.poll(() => reached(db), { timeout: 120_000 }).toBeGreaterThan(FIRST_ID + 1_000);
  await expect.poll(() => waiting(db), { timeout: 60_000 }).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await blocker.rollback().execute();
  const half = await reached(db);
  expect(half).toBeLessThan(FIRST_ID + 2_500);

  const again = await runProgram(MAIN, [...text, '--json'], env);
  expect(again).toMatchObject({ code: 1, stderr: '' });
  expect(JSON.parse(again.stdout)).toMatchObject([
    { table: 'dispensaries', taken: 1, present: 1, refused: 2 },
    { table: 'proxies', taken: 2, refused: 2 },
    { table: 'raw_crawl_payloads', taken: 1, present: 0, refused: 0 },
    { table: 'store_products', taken: PRODUCTS + 2, present: 0, refused: 2 },
    { table: 'store_product_snapshots', taken: PRODUCTS, present: 0, refused: 0 },
  ]);
  const { rows } = await sql<{ products: number; snapshots: number }>`
    select (select count(*) from store_products) as products, (select count(*) from store_product_snapshots) as snapshots
  `.execute(db);
  expect(rows).toEqual([{ products: PRODUCTS + 2, snapshots: PRODUCTS }]);
});

test('a payload that is too large for us is refused, and those behind it are taken over', async () => {
  const { legacy, env, payloads } = await openCommand();
  // The content itself is within the limit, but the document around it exceeds the limit.
  const large = `["${'a'.repeat(RAW_BYTES_MAX - 20)}"]`;
  await addLegacyPayloads(legacy, payloads, [
    { id: 41, dispensaryId: 11, fetchedAt: '2024-12-10T01:00:00.000Z', content: large },
    { id: 42, dispensaryId: 11, fetchedAt: '2024-12-10T02:00:00.000Z', content: [] },
  ]);
  const { stdout } = await runProgram(MAIN, ['import', 'legacy', '--payloads', payloads, '--json'], env);
  expect((JSON.parse(stdout) as unknown[])[2]).toMatchObject({
    taken: 1,
    refusals: [{ id: 41, why: expect.stringContaining(`at most ${RAW_BYTES_MAX} bytes`) }],
  });
});

test('the command says what it would take over, and refuses what it cannot work with', async () => {
  const { legacy, db, env, payloads } = await openCommand();
  const dry = await runProgram(MAIN, ['import', 'legacy', '--dry-run'], env);
  expect(dry).toMatchObject({ code: 1, stderr: '' });
  expect(dry.stdout).toMatch(/^store_products +5002 +0 +0 +2$/m);
  expect(dry.stdout).toMatch(
    /^raw_crawl_payloads .*left out: the folder of their files is not known: name it with --payloads/m,
  );
  expect(dry.stdout).toContain('  dispensaries 13: it has no menu_url\n');
  expect(dry.stdout).toMatch(/Once they are fixed, --from-start reads them again\.\n$/);
  expect(await db.selectFrom('dispensaries').select('id').execute()).toEqual([]);
  await sql`create schema elsewhere`.execute(legacy);
  const withOptions = (options: string) =>
    `${env.LEGACY_DATABASE_URL}?options=${encodeURIComponent(options)}`;
  const elsewhere = withOptions('-c search_path=elsewhere');
  const refusals: [string[], Record<string, string | undefined>, RegExp][] = [
    // A role that may not read the tables of this project.
    [
      [],
      { LEGACY_DATABASE_URL: withOptions('-c role=pg_monitor') },
      /^The legacy database refuses this: permission denied/,
    ],
    [[], { LEGACY_DATABASE_URL: elsewhere }, /search_path=elsewhere has none of the tables dispensaries, /],
    [[], { LEGACY_DATABASE_URL: env.LEGACY_DATABASE_URL.replace(/[^/]+$/, 'none') }, /"none" does not exist/],
    [[], { LEGACY_DATABASE_URL: undefined }, /^LEGACY_DATABASE_URL is not set/],
    [[], { LEGACY_DATABASE_URL: env.DATABASE_URL }, /are the same database/],
    [['--payloads', join(payloads, 'none')], {}, /none is no folder that can be read/],
    [
      [],
      { LEGACY_DATABASE_URL: 'postgres://joe:hush@127.0.0.1:1/old' },
      /127\.0\.0\.1:1\/old cannot be used/,
    ],
  ];
  for (const [text, more, message] of refusals) {
    const { code, stderr } = await runProgram(MAIN, ['import', 'legacy', ...text], { ...env, ...more });
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(stderr).not.toContain('hush');
  }

  await sql`alter table dispensaries set schema elsewhere`.execute(legacy);
  const there = await runProgram(MAIN, ['import', 'legacy', '--json'], {
    ...env,
    LEGACY_DATABASE_URL: elsewhere,
  });
  expect((JSON.parse(there.stdout) as unknown[])[0]).toMatchObject({ table: 'dispensaries', taken: 2 });
});

async function insertProduct(db: Db, id: number): Promise<void> {
  await sql`
    insert into store_products (id, dispensary_id, provider, provider_product_id, name_raw, name, is_on_special, is_in_stock,
      stock_status, options, normalizer_version, first_seen_at, last_seen_at) overriding system value
    values (${id}, 11, 'dutchie', 'not committed', '', '', false, true, 'in_stock', '[]', 0, now(), now())
  `.execute(db);
}

async function reached(db: Db): Promise<number> {
  const row = await db
    .selectFrom('legacy_imports')
    .where('step', '=', 'store_products')
    .select('after_id')
    .executeTakeFirst();
  return row?.after_id ?? 0;
}

async function waiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'crawlchain-command' and wait_event_type = 'Lock'
  `.execute(db);
  return rows[0]?.count ?? 0;
}
