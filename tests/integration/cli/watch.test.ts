import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startJob } from '../../../temporal-client/job-control.ts';
import { startApiServer } from '../../support/api-server.ts';
import { runProgram, startProgram } from '../../support/run-program.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

test('a job is watched: it is shown again when it has changed', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { url: CRAWLCHAIN_URL, call } = await startApiServer({ db, client });
  await startJob(client, { jobType: 'echo' }, { id: 'watched' });
  const [path, size] = ['jobs/watched/1.txt', { bytes: 261, sha256: '0'.repeat(64) }];
  const file = { name: '1.txt', holder: '', workflow_run_id: randomUUID(), path, content_type: 'text/plain' };
  await db
    .insertInto('job_files')
    .values({ job_id: 'watched', ...file, ...size })
    .execute();
  const show = ['jobs', 'show', 'watched', '--watch'];
  const watching = startProgram('cli/main.ts', show, {
    CRAWLCHAIN_URL,
    CRAWLCHAIN_COMMAND: 'npx crawlchain',
  });
  const soon = { timeout: 30_000, interval: 50 };
  await expect.poll(() => watching.sofar.stdout, soon).toMatch(/^job +watched\n[^]*\nstatus +pending\n/);
  expect(watching.sofar.stdout).toContain('1 with 261 B: `npx crawlchain jobs files watched`');
  await call('POST', '/api/jobs/watched/cancel');
  await expect.poll(() => watching.sofar.stdout, soon).toMatch(/\nstatus +pending, asked to end\n/);
  watching.signal('SIGINT');
  expect(await watching.finished).toMatchObject({ stderr: '' });
  expect(await runProgram('cli/main.ts', [...show, '--json'], { CRAWLCHAIN_URL })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("option '--watch' cannot be used with option '--json'") as string,
  });
});
