import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram, type Finished } from '../support/run-program.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const WORKER = 'workers/main.ts';
const START = 'scripts/start.ts';

/** An address at which nothing listens: the system assigns no port this low. */
const NOWHERE = '127.0.0.1:1';

/** Returns an environment with the tests' servers, so that a start need not bring up its own servers. */
async function givenServers(): Promise<Record<string, string>> {
  const [{ url }, { namespace, address }] = [await createTestDatabase(), await createTestNamespace()];
  return { DATABASE_URL: url, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
}

function expectOneLine({ code, stderr }: Finished, exitCode: number, text: RegExp): void {
  expect(code, stderr).toBe(exitCode);
  const complaints = stderr.split('\n').filter((line) => line.startsWith('crawlchain: '));
  expect(complaints).toHaveLength(1);
  expect(complaints[0]).toMatch(text);
  expect(stderr).not.toMatch(/^\s+at /m);
}

test('a worker that fetches refuses to start without an active proxy, and says so', async () => {
  const { stdout, code } = await runProgram(WORKER, [], await givenServers());
  expect(code).toBe(2);
  expect(stdout).toContain('the table proxies has no active row');
});

test('a worker that fetches refuses to start while all proxies are cooling down, and says so', async () => {
  const { db, url } = await createTestDatabase();
  const { namespace, address } = await createTestNamespace();
  await sql`insert into proxies (host, port, is_active, cooldowns, cooldown_until)
    values ('proxy.test', 8080, false, 1, now() + interval '1 hour')`.execute(db);
  const { stdout, code } = await runProgram(WORKER, [], {
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
  });
  expect(code).toBe(2);
  expect(stdout).toContain('the only enabled proxy is cooling down, until 20');
});

test('a worker that cannot reach its database says so', async () => {
  const url = `postgres://nobody:secret@${NOWHERE}/none`;
  const { stdout, code } = await runProgram(WORKER, [], { DATABASE_URL: url });
  expect(code).toBe(2);
  expect(stdout).toContain(`The database at ${NOWHERE} cannot be used: connect ECONNREFUSED`);
  expect(stdout).not.toContain('secret');
});

test('a worker that cannot reach Temporal says which address it tried', async () => {
  const { url } = await createTestDatabase();
  const env = { DATABASE_URL: url, TEMPORAL_ADDRESS: NOWHERE, WORKER_QUEUES: 'ingest' };
  const { stdout, code } = await runProgram(WORKER, [], env);
  expect(code).toBe(2);
  expect(stdout).toContain(`Temporal does not answer at ${NOWHERE}`);
});

test('a worker whose namespace does not exist says how to make it', async () => {
  const env = { ...(await givenServers()), TEMPORAL_NAMESPACE: 'nowhere', WORKER_QUEUES: 'ingest' };
  const { stdout, code } = await runProgram(WORKER, [], env);
  expect(code).toBe(2);
  expect(stdout).toContain('has no namespace \\"nowhere\\"');
  expect(stdout).toContain('temporal operator namespace create');
});

test('every wrong variable is named with what it got and what it takes', async () => {
  const { stderr, code } = await runProgram(WORKER, [], {
    MAX_CONCURRENT_TASKS: 'many',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://x:hush@y/z',
  });
  expect(code).toBe(2);
  expect(stderr).toContain('MAX_CONCURRENT_TASKS is "many"; it takes a whole number from 1 to 1000');
  expect(stderr).toContain('LOG_LEVEL is "loud"; it takes trace, debug, info, warn or error');
  expect(stderr).toContain('DATABASE_URL is a value that is not shown; it takes a PostgreSQL URL');
  expect(stderr).not.toContain('hush');
});

test('an unknown queue is refused with the queues there are', async () => {
  const { stdout, code } = await runProgram(WORKER, [], { WORKER_QUEUES: 'ingest,attic' });
  expect(code).toBe(2);
  expect(stdout).toContain(
    'WORKER_QUEUES names attic; it takes some of crawlchain, fetch-dutchie, fetch-blaze, browser, ingest, reingest, media',
  );
});

test('a start refuses options it does not know, and values they do not take', async () => {
  expectOneLine(await runProgram(START, ['--colour']), 2, /Unknown option '--colour'/);
  expectOneLine(
    await runProgram(START, ['--passes', '0']),
    2,
    /--passes is "0"; it takes a whole number from 1 to 1000/,
  );
  expectOneLine(await runProgram(START, ['extra']), 2, /Unexpected argument 'extra'/);
});

test('a start that cannot reach a given server says which, and leaves nothing running', async () => {
  const dataDir = await temporaryFolder('bad-input-');
  const { DATABASE_URL = '', ...temporal } = await givenServers();
  const noDatabase = await runProgram(START, ['--once', '--data-dir', dataDir], {
    ...temporal,
    DATABASE_URL: `postgres://nobody@${NOWHERE}/none`,
  });
  expectOneLine(noDatabase, 2, /DATABASE_URL is set, and the database at 127\.0\.0\.1:1 cannot be used/);
  const noTemporal = await runProgram(START, ['--once', '--mark-as-sandbox', '--data-dir', dataDir], {
    DATABASE_URL,
    TEMPORAL_ADDRESS: NOWHERE,
  });
  expectOneLine(noTemporal, 2, /Temporal does not answer at 127\.0\.0\.1:1 /);
});

test('a capture file that is no JSON stops the start before anything is written', async () => {
  const folder = await temporaryFolder('bad-input-');
  const captures = join(folder, 'captures');
  await mkdir(captures);
  await writeFile(join(captures, 'menu.json'), '{"data": {"filteredProducts": ');
  const run = await runProgram(
    START,
    ['--once', '--mark-as-sandbox', '--data-dir', join(folder, 'data'), '--captures', captures],
    await givenServers(),
  );
  expectOneLine(run, 2, /menu\.json.*does not parse/);
});

test('a missing module of job types is refused before any server starts', async () => {
  const folder = await temporaryFolder('bad-input-');
  const dataDir = join(folder, 'data');
  const run = await runProgram(START, ['--once', '--data-dir', dataDir], {
    JOB_TYPES: join(folder, 'types.ts'),
  });
  expectOneLine(run, 2, /^crawlchain: JOB_TYPES: \S+types\.ts cannot be used: there is no such file\.$/);
  expect(existsSync(dataDir)).toBe(false);
});

test('wrong job types end the start at once with what the worker says', async () => {
  const folder = await temporaryFolder('bad-input-');
  const module = join(folder, 'types.ts');
  await writeFile(module, 'export const nothing = [];\n');
  const args = ['--once', '--mark-as-sandbox', '--dispensaries', '1', '--products', '5'];
  const run = await runProgram(START, [...args, '--data-dir', join(folder, 'data')], {
    ...(await givenServers()),
    JOB_TYPES: module,
  });
  expectOneLine(run, 2, /The process of the worker refuses to run: .*types\.ts.*exports no list `jobTypes`/);
  expect(run.stderr).not.toContain('is started again');
});

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';

test.skipIf(!isRoot)(
  'a disk that fills up ends a single run with one clear error and no half-written file (needs root, for a small disk)',
  async () => {
    const folder = await temporaryFolder('bad-input-');
    const disk = join(folder, 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    onTestFinished(() => void execFileSync('umount', [disk]));
    const args = ['--once', '--mark-as-sandbox', '--dispensaries', '3', '--products', '200'];
    const options = [...args, '--data-dir', join(folder, 'data')];
    const run = await runProgram(START, options, { ...(await givenServers()), STORAGE_ROOT: disk });
    expectOneLine(run, 1, /The disk is full/);
    const files = await readdir(disk, { recursive: true });
    expect(files.filter((name) => name.includes('.tmp'))).toEqual([]);
  },
);

test.skipIf(!isRoot)(
  'a disk without room to begin with is refused (needs root, for a small disk)',
  async () => {
    const disk = join(await temporaryFolder('bad-input-'), 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
    onTestFinished(() => void execFileSync('umount', [disk]));
    expectOneLine(
      await runProgram(START, ['--once', '--data-dir', disk]),
      2,
      /has [\d.]+ MB free of [\d.]+ MB; at least 64 MiB are needed/,
    );
  },
);
