import { expect, test } from 'vitest';
import { stopTarget } from '../../db/queries/pace-control.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { startApiServer } from '../support/api-server.ts';
import { expectTasks } from '../support/run-tasks.ts';
import { runProgram } from '../support/run-program.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';
import { beginRun, ingest, makeDispensary } from '../integration/db/make-crawl.ts';
import { makeProduct } from '../integration/db/make-product.ts';
import { makeUnconfirmed } from '../integration/db/make-unconfirmed.ts';

test('the failures of the last hour have those too that no worker has begun', async () => {
  const { db, url: databaseUrl } = await createTestDatabase();
  const { client, namespace, address: temporalAddress } = await createTestNamespace();
  const id = await makeDispensary(db);
  const dispensary = { id, name: 'Store', platform: 'dutchie', stateCode: 'AZ' } as const;
  const { handle } = await startCrawl(client, dispensary);
  await handle.terminate('the test ends it');
  const { url: apiUrl } = await startApiServer({ db, client });
  await expectTasks({ apiUrl }, '--status', 'failed').toHaveLength(1);
  const { stdout } = await runProgram('cli/main.ts', ['status', '--json'], {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: namespace,
  });
  expect(JSON.parse(stdout)).toMatchObject({
    failures: [{ error_kind: 'Terminated', count: 1 }],
  });
});

test('with one of the servers away, the status shows what the other tells, and ends with 1', async () => {
  const { db, url } = await createTestDatabase();
  const { namespace, address } = await createTestNamespace();
  await stopTarget(db, 'dutchie', 'they called');
  const there = { DATABASE_URL: url, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
  const noTemporal = { ...there, TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const noDatabase = { ...there, DATABASE_URL: 'postgres://ada:hush@127.0.0.1:1/x' };

  const ledgerAlone = await runProgram('cli/main.ts', ['status', '--json'], noTemporal);
  expect(ledgerAlone.code).toBe(1);
  expect(JSON.parse(ledgerAlone.stdout)).toMatchObject({
    servers: {
      database: { version: expect.any(String) },
      temporal: { away: expect.stringContaining('127.0.0.1:1') },
    },
    workers: [],
    stopped: [{ target: 'dutchie' }],
    failures: [],
    quality: { platforms: [], examples: {} },
    ledger: { as_of: null, is_stale: true },
    open: expect.arrayContaining([expect.objectContaining({ role: 'payload_fetch', ready: 0 })]),
    jobs: { running: 0, pending: 0, failed: 0 },
    schedules: null,
  });

  const temporalAlone = await runProgram('cli/main.ts', ['status', '--json'], noDatabase);
  expect(temporalAlone.code).toBe(1);
  expect(JSON.parse(temporalAlone.stdout)).toMatchObject({
    servers: { database: { away: expect.stringContaining('127.0.0.1:1') }, temporal: { namespace } },
    workers: null,
    stopped: null,
    ledger: null,
    open: null,
    fan_outs: [],
    schedules: [],
  });

  const { stdout } = await runProgram('cli/main.ts', ['status'], noDatabase);
  expect(stdout).toMatch(/^Verdict {3}bad.*\n.*\n\nDatabase {2}.*127\.0\.0\.1:1.*\nTemporal {2}.*namespace /);
  expect(stdout).toMatch(/^Not known now: stopped, workers, open work, .+\.$/m);
  // Without any server one sentence is enough.
  expect(
    await runProgram('cli/main.ts', ['--data-dir', '/nowhere', 'status'], {
      DATABASE_URL: '',
      TEMPORAL_ADDRESS: '',
    }),
  ).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^There are no servers: .+--data-dir\.\n$/),
  });
});

test('the status says what is wrong with the catalog, with a store that shows it', async () => {
  const { db, url } = await createTestDatabase();
  const env = { DATABASE_URL: url, TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const run = await beginRun(db);
  const product = makeProduct('a');
  await ingest(db, run, { fetchedAt: new Date(Date.now() - 60_000), products: [product] });
  const before = await runProgram('cli/main.ts', ['status'], env);
  expect(before.stdout).toContain('Catalog\n  No dispensary has a problem.\n');
  const skipped = [{ id: 'b', reason: 'has no name' }];
  await ingest(db, run, { fetchedAt: new Date(), products: [product], skipped });
  const { stdout } = await runProgram('cli/main.ts', ['status'], env);
  expect(stdout).toMatch(
    new RegExp(
      `^Catalog\\n.*\\n {2}misses-off +1 +Desert Bloom \\(${run.dispensaryId}\\) +1 of 2 products could not be read: has no name\\n {2}skipped +1 `,
      'm',
    ),
  );
});

test('the status names a product that shows why a menu is in doubt', async () => {
  const { db, url } = await createTestDatabase();
  await makeUnconfirmed(db);
  const env = { DATABASE_URL: url, TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const { stdout } = await runProgram('cli/main.ts', ['status'], env);
  expect(stdout).toMatch(/^ {2}unconfirmed +1 .*For example: Blue Dream: on the menu → gone\./m);
});
