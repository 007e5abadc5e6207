import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCrawl, startRefresh, startStorageSweep } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { failureKind } from '../support/failure-kind.ts';
import { runProgram } from '../support/run-program.ts';

async function crawledWorld() {
  const world = await createCrawlWorld({ dispensaries: 1, products: 60 });
  const { storageRoot: STORAGE_ROOT } = world;
  const { url } = await startApiServer({ ...world, env: { STORAGE_ROOT } });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  const crawl = async () =>
    (await (await startCrawl(world.client, dispensary, { images: false })).handle.result()).payloadId;
  const command = (...text: string[]) =>
    runProgram('cli/main.ts', text, {
      CRAWLCHAIN_URL: url,
      DATABASE_URL: world.databaseUrl,
      STORAGE_ROOT,
      TEMPORAL_ADDRESS: world.temporalAddress,
      TEMPORAL_NAMESPACE: world.namespace,
    });
  return { world, dispensary, crawl, command, payloadId: await crawl() };
}

test('a stored payload is ingested again with the rules of today, and a dry run says what would change', async () => {
  const { world, dispensary, payloadId, command } = await crawledWorld();
  const asItIs = await command('replay', '--dry-run');
  expect(asItIs.stdout).toMatch(/as it is\npayloads: 1\n$/);
  // Simulates that older rules have read other prices.
  await world.db.updateTable('store_products').set({ price_rec: '1.00' }).execute();
  await world.db.updateTable('store_product_snapshots').set({ price_rec: '1.00' }).execute();
  expect((await command('replay', '--dry-run')).stdout).toMatch(/: products with other totals: \d+\n/);
  await world.db.deleteFrom('store_product_snapshots').execute();
  const { stdout } = await command('replay', '--dispensary', String(dispensary.id), '--dry-run', '--json');
  const report = JSON.parse(stdout) as { products: number; diff: { added: unknown[] } };
  expect(report.diff.added).toHaveLength(report.products);
  const before = await world.db
    .selectFrom('store_products')
    .where('price_rec', '=', '1.00')
    .select('id')
    .execute();
  expect(before).toHaveLength(report.products);

  const replayed = await command('replay', '--from', '2026-01-01');
  expect(replayed).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('the current state and its snapshots'),
  });
  const after = await world.db
    .selectFrom('store_products')
    .where('price_rec', '=', '1.00')
    .select('id')
    .execute();
  expect(after).toEqual([]);
  const snapshots = await world.db
    .selectFrom('store_product_snapshots')
    .where('payload_id', '=', payloadId)
    .select('store_product_id')
    .execute();
  expect(snapshots).toHaveLength(report.products);
});

test('what changed between two payloads is shown, and payloads that cannot be ingested are told', async () => {
  const { world, dispensary, crawl, payloadId: first, command } = await crawledWorld();
  await world.evolve();
  const second = await crawl();
  const listed = await command('payloads', 'list', '--json');
  expect(JSON.parse(listed.stdout)).toMatchObject([{ id: second }, { id: first, file_state: 'stored' }]);
  const shown = await command('payloads', 'diff', String(dispensary.id));
  const asJson = await command('payloads', 'diff', String(first), String(second), '--json');
  const { diff, details, ...rest } = JSON.parse(asJson.stdout) as {
    diff: { added: number; removed: number; priceChanges: number; stockChanges: number };
    details: { priceChanges: unknown[] };
  };
  expect(rest).toMatchObject({ success: true, from: { id: first }, to: { id: second } });
  expect(diff.priceChanges).toBeGreaterThan(0);
  expect(details.priceChanges).toHaveLength(diff.priceChanges);
  expect(shown.stdout.match(/^price {4}/gm)).toHaveLength(diff.priceChanges);
  expect(shown.stdout).toContain(
    `added: ${diff.added}, removed: ${diff.removed}, price changes: ${diff.priceChanges}, stock changes: ${diff.stockChanges}\n`,
  );

  expect(await command('payloads', 'diff', String(first), '999999')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no payload 999999.'),
  });
  await world.db
    .updateTable('raw_crawl_payloads')
    .set({ file_state: 'expired' })
    .where('id', '=', first)
    .execute();
  expect(await command('replay', '--dry-run')).toMatchObject({
    stdout: expect.stringMatching(/payloads: 1; left out: 1 expired\n$/),
  });
  expect(await command('payloads', 'diff', '--dispensary', String(dispensary.id))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Expected two payloads'),
  });
  expect(await command('replay', '--dispensary', '999999')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no dispensary 999999'),
  });
});

test('a menu in quarantine is listed, and goes in once a person believes it', async () => {
  const { world, dispensary, command } = await crawledWorld();
  await world.control('POST', '/control/lies', { kind: 'prices-null', seed: 7 });
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  expect(await handle.result()).toMatchObject({ unconfirmed: { lookAgainAt: null } });
  const listed = await command('quarantine', 'list', '--json');
  const [suspect] = JSON.parse(listed.stdout) as { id: number; suspicion: { faults: string[] } }[];
  expect(suspect?.suspicion.faults).toContain('unpriced');
  const refused = await startRefresh(world.client, { payloadId: suspect!.id, dispensary });
  expect(await failureKind(refused.handle.result())).toBe('InvalidInput');

  const confirmed = await command('quarantine', 'confirm', String(suspect!.id), '--by', 'ada');
  expect(confirmed).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /is confirmed; the workflow refresh\/\d+ ingests it…\nProducts: \d+, new: 0, /,
    ),
  });
  const prices = await world.db.selectFrom('store_products').select('price_rec').execute();
  expect(new Set(prices.map((row) => row.price_rec))).toEqual(new Set([null]));
  const again = await command('quarantine', 'confirm', String(suspect!.id));
  expect(again).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`got ${suspect!.id}, which is confirmed`),
  });
  expect(await command('quarantine', 'reject', '999999')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no payload 999999.'),
  });
});

test('a missing file is found by the command and by the sweep, and its payload is never ingested', async () => {
  const { world, dispensary, payloadId, command } = await crawledWorld();
  expect(await command('fsck', '--deep')).toMatchObject({ code: 0 });
  const { storage_path: path } = await world.db
    .selectFrom('raw_crawl_payloads')
    .select('storage_path')
    .executeTakeFirstOrThrow();
  const file = join(world.storageRoot, path);
  await rename(file, `${file}.away`);
  const looked = await command('fsck');
  expect(looked).toMatchObject({ code: 1, stdout: expect.stringContaining(`missing: ${path}`) });
  const sweep = await startStorageSweep(world.client);
  expect(await sweep.handle.result()).toMatchObject({ payloadsChecked: 1, missing: 1 });
  const refresh = await startRefresh(world.client, { payloadId, dispensary });
  expect(await failureKind(refresh.handle.result())).toBe('CorruptPayload');

  await rename(`${file}.away`, file);
  expect(await command('fsck', '--repair')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('files that are intact again: 1, marked'),
  });
  await rm(file);
});

test.each([
  [['replay'], 'It takes --dispensary, --state, --from or --to, or --all'],
  [['replay', '--from', '2026-02-30'], 'It takes a day, such as 2026-03-31.'],
  [['replay', '--state', 'Arizona'], 'It takes the two letters of a state or province, such as AZ.'],
  [['replay', '--from', '2026-03-02', '--to', '2026-03-01'], '--from 2026-03-02 is after --to 2026-03-01.'],
  [['payloads', 'diff', '3', '4', '5'], 'a dispensary, or the ids of two payloads; it was given 3 4 5.'],
  [['payloads', 'list', '--limit', '0'], 'It takes a whole number above 0.'],
  [['payloads', 'diff', '3', 'x'], '"x" is not the id of a payload'],
  [['replay', '--dispensary', '-1'], 'It takes ids of dispensaries.'],
  [['quarantine', 'confirm', 'x'], 'It takes the id of a payload.'],
])('%j is refused with a word on what is accepted', async (text, complaint) => {
  const { code, stderr } = await runProgram('cli/main.ts', text, {});
  expect(code).toBe(2);
  expect(stderr).toContain(complaint);
});
