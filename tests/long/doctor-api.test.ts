import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { Finding } from '../../cli/commands/doctor/finding.ts';
import { startApiServer } from '../support/api-server.ts';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';

const OTHER_INSTANCE = '22222222-2222-4222-8222-222222222222';

/** Returns the doctor's findings about the API. The other servers do not exist in these tests. */
async function fetchApi(dataDir: string, env: Record<string, string>) {
  const text = ['--data-dir', dataDir, 'doctor', '--json'];
  const unset = { DATABASE_URL: '', TEMPORAL_ADDRESS: '', API_HOST: '', API_PORT: '', CRAWLCHAIN_URL: '' };
  const { stdout } = await runProgram('cli/main.ts', text, { ...unset, ...env });
  return (JSON.parse(stdout) as Finding[]).filter(({ part }) => part === 'API');
}

test('the doctor asks the API that is named, and shows why it is not ready', async () => {
  const { db } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const storage = await temporaryFolder('api-storage-');
  const { url } = await startApiServer({ db, client, env: { STORAGE_ROOT: storage } });
  const folder = await temporaryFolder('doctor-');
  expect(await fetchApi(folder, { API_PORT: new URL(url).port, API_HOST: '0.0.0.0' })).toEqual([
    { part: 'API', state: 'ok', found: `ready at ${url}`, mend: null },
  ]);

  const broken = await startApiServer({ db, client, env: { STORAGE_ROOT: join(storage, 'gone') } });
  expect(await fetchApi(folder, { CRAWLCHAIN_URL: `${broken.url}/` })).toMatchObject([
    {
      state: 'broken',
      found: `at ${broken.url}, not ready: storage: the storage cannot be read or written`,
    },
  ]);
});

test('the doctor looks for no API that nobody has named, and tells one of another installation', async () => {
  const [ours, theirs] = [await createTestDatabase(), await createTestDatabase()];
  const { client } = await createTestNamespace(OTHER_INSTANCE);
  await theirs.db.updateTable('instance').set({ id: OTHER_INSTANCE }).execute();
  const root = await temporaryFolder('api-storage-');
  // Starts the API of another installation at the API's default port.
  const stranger = await startApiServer({ ...theirs, client, port: 3_000, env: { STORAGE_ROOT: root } });
  const folder = await temporaryFolder('doctor-');
  expect(await fetchApi(join(folder, 'nope'), {})).toMatchObject([
    { state: 'notice', found: 'not checked: no setting names its address' },
  ]);
  expect(await fetchApi(folder, { DATABASE_URL: ours.url, CRAWLCHAIN_URL: stranger.url })).toMatchObject([
    {
      state: 'broken',
      found: `${stranger.url} belongs to instance ${OTHER_INSTANCE}, and the database to instance ${inject('instanceId')}`,
    },
  ]);
  expect(await fetchApi(folder, { DATABASE_URL: theirs.url, CRAWLCHAIN_URL: stranger.url })).toMatchObject([
    { state: 'ok' },
  ]);
});

test('an API that does not answer where it is said to be is broken', async () => {
  const other = createServer((_, response) => response.end('hello'));
  await once(other.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const folder = await temporaryFolder('doctor-');
  expect(await fetchApi(folder, { API_PORT: String(port) })).toMatchObject([
    {
      state: 'broken',
      found: `http://127.0.0.1:${port} is not the API: it answers 200, but not as the API does`,
    },
  ]);
  expect(await fetchApi(folder, { API_PORT: '9' })).toMatchObject([
    {
      state: 'broken',
      found: expect.stringMatching(/^none answers at http:\/\/127\.0\.0\.1:9: .*ECONNREFUSED/),
    },
  ]);
  expect(await fetchApi(folder, { API_PORT: '0' })).toMatchObject([
    { state: 'notice', found: expect.stringContaining('not checked') },
  ]);
});
