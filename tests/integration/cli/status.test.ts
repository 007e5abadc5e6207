import { expect, test } from 'vitest';
import { startCrawl } from '../../../temporal-client/crawl-control.ts';
import { expectTasks } from '../../support/run-tasks.ts';
import { runProgram } from '../../support/run-program.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeDispensary } from '../db/make-crawl.ts';

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
