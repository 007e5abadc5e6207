import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { readIsolatedModule } from '../../../jobs/isolation/read-isolated-module.ts';
import { openAttempts } from '../../support/job-attempts.ts';
import { ISOLATION, MISBEHAVING_MODULE } from '../../support/misbehaving-jobs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));

const READ_MODULE = new URL('../../../jobs/isolation/read-isolated-module.ts', import.meta.url).href;

const NO_NAMESPACES = 'This machine does not let processes have namespaces.';

test('a module whose package holds the storage reads nothing of it', async () => {
  const folder = await temporaryFolder('job-package-');
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  const hidden = join(folder, 'data/storage');
  await mkdir(hidden, { recursive: true });
  const secret = join(folder, 'data/worker.env');
  await writeFile(secret, 'DATABASE_URL=…');
  const module = join(folder, 'types.mjs');
  await writeFile(
    module,
    `import { readFileSync } from 'node:fs';
    const payload = { safeParse: (data) => ({ success: true, data }), parse: (data) => data };
    const run = () => ({ read: readFileSync(${JSON.stringify(secret)}, 'utf8') });
    export const jobTypes = [{ name: 'peek', about: 'Peeks.', payload, run }];`,
  );
  const { db } = await createTestDatabase();
  const attemptWith = async (places: string[]) => {
    const [type] = await readIsolatedModule(module, { ...ISOLATION, hidden: places });
    return (await openAttempts({ db, type: type!, id: `peek-${places.length}` })).attempt();
  };
  expect(await attemptWith([])).toEqual({ read: 'DATABASE_URL=…' });
  await expect(attemptWith([hidden])).rejects.toThrow(/ENOENT|ERR_ACCESS_DENIED|restricted/);
});

/** Runs a job that tries to reach what it must not, and returns what it reached. */
async function reach(how: 'full' | 'process', payload: { files: string[]; places: object[] }) {
  const read = await readIsolatedModule(MISBEHAVING_MODULE, { ...ISOLATION, isolation: how });
  const { db } = await createTestDatabase();
  const type = read.find(({ name }) => name === 'reach')!;
  const { attempt } = await openAttempts({ db, type, task: { payload } });
  return attempt();
}

/** Files that hold secrets where Crawlchain runs, and one that a job may read. */
async function secretFiles() {
  const secret = join(await temporaryFolder('secret-'), 'worker.env');
  await writeFile(secret, 'DATABASE_URL=…');
  const checkout = ['.env.example', 'README.md', 'config/environment.ts'].map((name) => join(CHECKOUT, name));
  return [
    secret,
    ...checkout,
    '/etc/passwd',
    `/proc/${process.pid}/environ`,
    '/proc/self/environ',
    MISBEHAVING_MODULE,
  ];
}

test('a job has no network, and sees no files and no processes but its module', async ({ skip }) => {
  if (ISOLATION.isolation !== 'full') return skip(NO_NAMESPACES);
  const { url } = await createTestDatabase();
  const { port } = new URL(url);
  const folder = await temporaryFolder('socket-');
  const server = createServer().listen(join(folder, 'socket'));
  const abstract = createServer().listen('\0crawlchain-test');
  onTestFinished(() => [server, abstract].forEach((one) => one.close()));
  const places = [
    ...['127.0.0.1', '::1', '169.254.169.254', '10.0.0.1', '1.1.1.1'].map((host) => ({
      host,
      port: Number(port),
    })),
    ...[join(folder, 'socket'), '@crawlchain-test', `/tmp/.s.PGSQL.${port}`].map((path) => ({ path })),
  ];
  const reached = await reach('full', { files: await secretFiles(), places });
  expect(reached).toEqual({ read: [MISBEHAVING_MODULE], connected: [], did: [] });
});

test('with JOB_ISOLATION=process a job has the network, and Node keeps it from files', async () => {
  const { port } = new URL((await createTestDatabase()).url);
  const database = { host: '127.0.0.1', port: Number(port) };
  const reached = await reach('process', { files: await secretFiles(), places: [database] });
  expect(reached).toEqual({ read: [MISBEHAVING_MODULE], connected: [database], did: ['signal its worker'] });
});

test('a worker that cannot isolate jobs refuses their modules, and says what accepts them', async ({
  skip,
}) => {
  if (ISOLATION.isolation !== 'full') return skip(NO_NAMESPACES);
  const program = `
    const { readIsolatedModule } = await import('${READ_MODULE}');
    await readIsolatedModule('${MISBEHAVING_MODULE}', ${JSON.stringify(ISOLATION)}).catch(({ message }) => console.log(message));
  `;
  const node = [process.execPath, '--input-type=module', '--eval', program];
  const withoutRight = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"';
  const namespace = ['--user', '--map-root-user', 'sh', '-c', withoutRight, 'sh'];
  const { stdout } = await promisify(execFile)('unshare', [...namespace, ...node]);
  expect(stdout).toMatch(/^JOB_TYPES is set, and .+ \(unshare: .+\)\. .+ set JOB_ISOLATION=process\.$/m);
});
