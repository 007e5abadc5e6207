import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { registerWorker } from '../../../db/queries/worker-registry.ts';
import { startApiServer } from '../../support/api-server.ts';
import { ownWorker, TOLD } from '../../support/own-worker.ts';
import { runProgram, startProgram } from '../../support/run-program.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

test('a bad verdict is exit code 1 with --check, and 0 without it', async () => {
  const { db } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const { url: CRAWLCHAIN_URL } = await startApiServer({ db, client });
  const status = (...text: string[]) => runProgram('cli/main.ts', ['status', ...text], { CRAWLCHAIN_URL });
  const bad = { stdout: expect.stringMatching(/^Verdict +bad: .+\n.+ No worker is running/) as string };
  expect(await status()).toMatchObject({ code: 0, ...bad });
  expect(await status('--check')).toMatchObject({ code: 1, ...bad });
  expect(await status('--check', '--watch')).toMatchObject({ code: 2, stdout: '' });
  await registerWorker(db, { facts: ownWorker('worker-1'), state: TOLD }, () => 'Xylos');
  expect(await status('--check')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Verdict +(good|degraded): /),
  });
});

test('while the API takes its time, a line says what is waited for', async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const server = createServer((_, response) => asked.resolve(response)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { sofar, finished } = startProgram('cli/main.ts', ['status', '--server', url]);
  const response = await asked.promise;
  await expect
    .poll(() => sofar.stderr, { timeout: 30_000 })
    .toContain(`Waiting for the API at ${url}… 3 s\n`);
  response.end('no overview');
  expect(await finished).toMatchObject({ code: 1, stderr: expect.stringContaining('is not the API') });
});
