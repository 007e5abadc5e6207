import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../cli/commands/doctor/finding.ts';
import { stopTarget } from '../../db/queries/pace-control.ts';
import { startApiServer } from '../support/api-server.ts';
import { runProgram } from '../support/run-program.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';

test('a database that accepts connections and does not answer is told from one that is not there', async () => {
  const silent = createServer(() => undefined);
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const env = { DATABASE_URL: `postgres://ada:hush@127.0.0.1:${port}/x`, TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const { stdout } = await runProgram('cli/main.ts', ['doctor', '--json'], env);
  const findings = JSON.parse(stdout) as Finding[];
  expect(findings.find(({ part }) => part === 'database')).toEqual({
    part: 'database',
    state: 'broken',
    found: `The database at 127.0.0.1:${port} accepts connections and does not answer.`,
    mend: expect.stringContaining('hangs'),
  });
});

test('a platform that is stopped is told by the doctor and in the status, with why and how to start it', async () => {
  const { db, url } = await createTestDatabase();
  const { client, namespace, address } = await createTestNamespace();
  await stopTarget(db, 'dutchie', 'they called');
  const env = { DATABASE_URL: url, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
  const { stdout: examined } = await runProgram('cli/main.ts', ['doctor', '--json'], env);
  expect((JSON.parse(examined) as Finding[]).find(({ part }) => part === 'platform: dutchie')).toMatchObject({
    state: 'notice',
    found: expect.stringMatching(/^stopped since \S+Z: they called; its work waits$/),
    mend: expect.stringContaining('`crawlchain platforms start dutchie`'),
  });
  const { url: CRAWLCHAIN_URL } = await startApiServer({ db, client, isFollowed: false });
  const { stdout } = await runProgram('cli/main.ts', ['status'], { CRAWLCHAIN_URL });
  expect(stdout).toMatch(
    /^Stopped\n {2}dutchie since \S+Z: they called; `npx crawlchain platforms start dutchie` /m,
  );
  const asJson = await runProgram('cli/main.ts', ['status', '--json'], { CRAWLCHAIN_URL });
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    stopped_targets: [{ target: 'dutchie', because: 'they called' }],
  });
});
