import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Finding } from '../../cli/commands/doctor/finding.ts';
import { runProgram, startProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Worker {
  worker_id: string;
  queues: { queue: string }[];
}

/** Empty values for the variables that would name other servers. */
const UNSET = {
  DATABASE_URL: '',
  TEMPORAL_ADDRESS: '',
  TEMPORAL_UI_URL: '',
  STORAGE_ROOT: '',
  CRAWLCHAIN_URL: '',
  CRAWLCHAIN_KEY: '',
};

test('the command finds the servers of npm start by their data folder, and the link that npm start printed', async () => {
  const folder = await temporaryFolder('beside-start-');
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  const started = startProgram(
    'scripts/start.ts',
    ['--dispensaries', '2', '--products', '5', '--data-dir', dataDir],
    UNSET,
  );
  await expect
    .poll(() => started.sofar.stderr, { timeout: 600_000, interval: 500 })
    .toContain('Everything stays up');
  const [, dashboard = ''] =
    /The dashboard is at (\S+)\n[^]*The first crawl is done/.exec(started.sofar.stderr) ?? [];
  expect((await fetch(dashboard)).headers.get('content-type')).toContain('text/html');
  const crawlchain = (...text: string[]) =>
    runProgram('cli/main.ts', ['--data-dir', dataDir, ...text], UNSET);

  const { stdout: findings, code } = await crawlchain('doctor', '--json');
  const found = JSON.parse(findings) as Finding[];
  expect(found.filter(({ state }) => state === 'broken')).toEqual([]);
  expect(found.find(({ part }) => part === 'API')).toMatchObject({ state: 'ok' });
  expect(code).toBe(0);
  const workers = JSON.parse((await crawlchain('workers', 'list', '--json')).stdout) as Worker[];
  const jobs = workers.filter(({ queues }) => queues.some(({ queue }) => queue === 'jobs'));
  expect(jobs).toMatchObject([{ worker_id: 'worker-1-jobs', queues: [{ queue: 'jobs' }] }]);
  const [, webUi = ''] = /Temporal Web UI +(\S+)/.exec(started.sofar.stderr) ?? [];
  expect(webUi).toMatch(/\/namespaces\/crawlchain\/workflows$/);
  const link = await crawlchain('open', '1');
  expect(link.stdout).toMatch(new RegExp(`^${webUi}/crawl%2F1/[-0-9a-f]+/history\n$`));
  expect((await fetch(link.stdout.trim())).status).toBe(200);
  expect((await crawlchain('status')).stdout).toContain(`Web UI    ${webUi}\n`);
  expect(await crawlchain('crawl', '1', '--wait')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('crawl/1 is completed, with payload '),
  });

  // The command can read the crawled data both before the first key is created and after that.
  expect(JSON.parse((await crawlchain('dispensaries', 'list', '--json')).stdout)).toHaveLength(2);
  expect((await crawlchain('products', 'list', '--dispensary', '1')).stdout).toMatch(
    /^id +store +name .+\n *\d+ +1 /,
  );
  const made = await crawlchain('keys', 'create', 'ada', '--direct');
  expect(made.stderr).toContain(`The command keeps a key of its own in ${join(dataDir, 'api.key')}`);
  expect((await stat(join(dataDir, 'api.key'))).mode & 0o777).toBe(0o600);
  await expect
    .poll(async () => (await fetch(new URL('/api/dispensaries', dashboard))).status, { timeout: 20_000 })
    .toBe(401);
  expect((await crawlchain('products', 'list', '--limit', '1')).code).toBe(0);
  expect(await crawlchain('keys', 'create', 'bob')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^cc_/),
  });
  expect((await crawlchain('env')).stdout).toMatch(
    new RegExp(`^export CRAWLCHAIN_URL='${dashboard.replace(/\/$/, '')}'\nexport CRAWLCHAIN_KEY='cc_.+'\n$`),
  );
  started.signal('SIGTERM');
  await started.finished;
});
