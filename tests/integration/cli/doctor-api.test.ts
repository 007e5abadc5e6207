import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../../cli/commands/doctor/finding.ts';
import { startApiServer } from '../../support/api-server.ts';
import { runProgram } from '../../support/run-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

/** What the doctor says of the API; of the rest these tests have nothing. */
async function lookAtApi(dataDir: string, env: Record<string, string>) {
  const words = ['--data-dir', dataDir, 'doctor', '--json'];
  const unset = { DATABASE_URL: '', TEMPORAL_ADDRESS: '', API_HOST: '', API_PORT: '' };
  const { stdout } = await runProgram('cli/main.ts', words, { ...unset, ...env });
  return (JSON.parse(stdout) as Finding[]).filter(({ part }) => part === 'API');
}

test('the doctor asks the API that is configured, or that npm start has left up, and shows why it is not ready', async () => {
  const { db } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const storage = await temporaryFolder('api-storage-');
  const { url } = await startApiServer({ db, client, env: { STORAGE_ROOT: storage } });
  const folder = await temporaryFolder('doctor-');
  expect(await lookAtApi(folder, { API_PORT: new URL(url).port, API_HOST: '0.0.0.0' })).toEqual([
    { part: 'API', state: 'ok', found: `ready at ${url}`, mend: null },
  ]);

  const broken = await startApiServer({ db, client, env: { STORAGE_ROOT: join(storage, 'gone') } });
  await writeFile(join(folder, 'api.url'), `${broken.url}\n`);
  expect(await lookAtApi(folder, {})).toMatchObject([
    {
      state: 'broken',
      found: `at ${broken.url}, not ready: storage: the storage cannot be read and written`,
    },
  ]);
});

test('an API that does not answer is broken where its address is set, and may be meant so elsewhere', async () => {
  const other = createServer((_, response) => response.end('hello'));
  await once(other.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const folder = await temporaryFolder('doctor-');
  expect(await lookAtApi(folder, { API_PORT: String(port) })).toMatchObject([
    {
      state: 'broken',
      found: `http://127.0.0.1:${port} is something else: it answers 200, and not as the API does`,
    },
  ]);
  expect(await lookAtApi(folder, { API_PORT: '9' })).toMatchObject([
    {
      state: 'broken',
      found: expect.stringMatching(/^none answers at http:\/\/127\.0\.0\.1:9: .*ECONNREFUSED/),
    },
  ]);
  await writeFile(join(folder, 'api.url'), 'http://127.0.0.1:9\n');
  expect(await lookAtApi(folder, {})).toMatchObject([
    { state: 'notice', mend: 'Start it with `npm run api`; `npm start` leaves one up too.' },
  ]);
  expect(await lookAtApi(folder, { API_PORT: '0' })).toMatchObject([
    { state: 'notice', found: expect.stringContaining('not looked at') },
  ]);
});
