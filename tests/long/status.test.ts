import { Client, Connection } from '@temporalio/client';
import { expect, test } from 'vitest';
import { stopTarget } from '../../db/queries/pace-control.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { startApiServer } from '../support/api-server.ts';
import { expectTasks } from '../support/run-tasks.ts';
import { runProgram } from '../support/run-program.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';
import { makeDispensary } from '../integration/db/make-crawl.ts';

test('the failures have those too that no worker has begun', async () => {
  const { db } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const id = await makeDispensary(db);
  const dispensary = { id, name: 'Store', platform: 'dutchie', stateCode: 'AZ' } as const;
  const { handle } = await startCrawl(client, dispensary);
  await handle.terminate('the test ends it');
  const { url: apiUrl } = await startApiServer({ db, client });
  await expectTasks({ apiUrl }, '--status', 'failed').toHaveLength(1);
  const { stdout } = await runProgram('cli/main.ts', ['status', '--json'], { CRAWLCHAIN_URL: apiUrl });
  expect(JSON.parse(stdout)).toMatchObject({ failures: { groups: [{ kind: 'Terminated', count: 1 }] } });
});

test('with Temporal away, the status shows what the ledger tells, and ends with 1', async () => {
  const { db } = await createTestDatabase();
  await stopTarget(db, 'dutchie', 'they called');
  const client = new Client({ connection: Connection.lazy({ address: '127.0.0.1:1' }) });
  const { url: CRAWLCHAIN_URL } = await startApiServer({ db, client, isFollowed: false });
  const { code, stdout } = await runProgram('cli/main.ts', ['status'], { CRAWLCHAIN_URL });
  expect(stdout).toMatch(/^Verdict {3}bad.*\n(?: {2}.*\n)+\nAPI .*\nTemporal {2}.*not answer.*\nLedger /);
  expect(stdout).toMatch(/^Stopped\n {2}dutchie since \S+Z: they called; /m);
  expect(code).toBe(1);
});

test('without an API one sentence is enough', async () => {
  const away = await runProgram('cli/main.ts', ['status'], { CRAWLCHAIN_URL: 'http://127.0.0.1:1' });
  expect(away).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^The API at http:\/\/127\.0\.0\.1:1 does not answer: .+\n$/),
  });
  const none = await runProgram('cli/main.ts', ['--data-dir', '/nowhere', 'status'], { CRAWLCHAIN_URL: '' });
  expect(none).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^There is no API: .+\n$/),
  });
});
