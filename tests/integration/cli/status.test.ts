import { expect, test } from 'vitest';
import { stopTarget } from '../../../db/queries/pace-control.ts';
import { startCrawl } from '../../../temporal-client/crawl-control.ts';
import { expectTasks } from '../../support/run-tasks.ts';
import { runProgram } from '../../support/run-program.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { beginRun, day, ingest, makeDispensary } from '../db/make-crawl.ts';
import { makeProduct } from '../db/make-product.ts';

test('the failures of the last hour have those too that the ledger does not know', async () => {
  const { db, url: databaseUrl } = await createTestDatabase();
  const { client, namespace, address: temporalAddress } = await createTestNamespace();
  const id = await makeDispensary(db);
  const dispensary = { id, name: 'Store', platform: 'dutchie', stateCode: 'AZ' } as const;
  const { handle } = await startCrawl(client, dispensary);
  await handle.terminate('the test ends it');
  await expectTasks({ databaseUrl, temporalAddress, namespace }, '--status', 'failed').toHaveLength(1);
  const { stdout } = await runProgram('cli/main.ts', ['status', '--json'], {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: namespace,
  });
  expect(JSON.parse(stdout)).toMatchObject({
    failures: [{ error_kind: 'payload_fetch, not in the ledger', count: 1 }],
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
    quarantined: 0,
    unreadable: [],
    open: null,
    jobs: null,
    schedules: null,
  });

  const temporalAlone = await runProgram('cli/main.ts', ['status', '--json'], noDatabase);
  expect(temporalAlone.code).toBe(1);
  expect(JSON.parse(temporalAlone.stdout)).toMatchObject({
    servers: { database: { away: expect.stringContaining('127.0.0.1:1') }, temporal: { namespace } },
    workers: null,
    stopped: null,
    open: null,
    fan_outs: [],
    schedules: [],
  });

  const { stdout } = await runProgram('cli/main.ts', ['status'], noDatabase);
  expect(stdout).toMatch(/^Database {2}.*127\.0\.0\.1:1.*\nTemporal {2}.*namespace /);
  expect(stdout).toContain('Workers\n  Not known now.\n');
});

test('the status names the stores whose menus are hard to read', async () => {
  const { db, url } = await createTestDatabase();
  const env = { DATABASE_URL: url, TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a')] });
  expect((await runProgram('cli/main.ts', ['status'], env)).stdout).not.toContain('hard to read');
  const skipped = [{ id: 'b', reason: 'no name' }];
  const { payload } = await ingest(db, run, { fetchedAt: day(2), products: [makeProduct('a')], skipped });
  const { stdout } = await runProgram('cli/main.ts', ['status'], env);
  expect(stdout).toMatch(
    new RegExp(
      `^Menus that are hard to read\\n.*\\n {2}Desert Bloom \\(${run.dispensaryId}\\) +${payload.id} +2026-03-02T12:00\\S*Z +1 of 2$`,
      'm',
    ),
  );
});
