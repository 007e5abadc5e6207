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
  const show = ['jobs', 'show', 'watched', '--watch'];
  const watching = startProgram('cli/main.ts', show, { CRAWLCHAIN_URL });
  const soon = { timeout: 30_000, interval: 50 };
  await expect.poll(() => watching.sofar.stdout, soon).toMatch(/^job +watched\n[^]*\nstatus +pending\n/);
  await call('POST', '/api/jobs/watched/cancel');
  await expect.poll(() => watching.sofar.stdout, soon).toMatch(/\nstatus +pending, asked to end\n/);
  watching.signal('SIGINT');
  expect(await watching.finished).toMatchObject({ stderr: '' });
  expect(await runProgram('cli/main.ts', [...show, '--json'], { CRAWLCHAIN_URL })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("option '--watch' cannot be used with option '--json'") as string,
  });
});
