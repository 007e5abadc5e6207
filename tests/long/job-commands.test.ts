import { expect, test } from 'vitest';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { beginJobs, expectJobIds, JOB_TYPES, readJob, runJobs } from '../support/run-jobs.ts';

const refused = (complaint: string) => ({ code: 2, stdout: '', stderr: complaint });

async function createWorkingPlace() {
  const world = await createCrawlWorld({ dispensaries: 1, products: 5, env: { JOB_TYPES } });
  await world.startWorker();
  const { url: apiUrl } = await startApiServer({ ...world, env: { JOB_TYPES } });
  return { apiUrl };
}

test('jobs start --wait ends with the result, and with the reason where the job failed, which may be run again', async () => {
  const place = await createWorkingPlace();
  const counting = ['start', 'count', '--id', 'counting', '--account', 'ann', '--payload', '{"to": 3}'];
  const counted = await runJobs(place, ...counting, '--wait');
  expect(counted).toMatchObject({
    code: 0,
    stdout: 'counting is started.\ncounting is completed: {"to":3,"from":0,"account":"ann"}\n',
  });

  const failing = ['start', 'count', '--id', 'failing', '--max-retries', '0', '--wait'];
  const failed = await runJobs(place, ...failing, '--payload', '{"to": 2, "failures": 1}');
  expect(failed).toMatchObject({
    code: 1,
    stdout: 'failing is started.\nfailing is failed: no more than 2\n',
  });
  const once = await runJobs(place, 'retry', 'failing', '--priority', '1', '--wait', '--json');
  expect(once.code).toBe(1);
  expect(JSON.parse(once.stdout)).toMatchObject({
    id: 'failing',
    status: 'failed',
    priority: 1,
    error_message: 'no more than 2',
    payload: { to: 2, failures: 1 },
    already_running: false,
  });
  const again = await runJobs(place, ...failing, '--payload', '{"to": 2}', '--json');
  expect(again.code).toBe(0);
  // With another payload, the job starts from its beginning, not from its cursor.
  expect(JSON.parse(again.stdout)).toMatchObject({ status: 'completed', result: { from: 0, to: 2 } });
  expect((await runJobs(place, 'retry', 'failing', '--wait')).stdout).toBe(
    'failing is started.\nfailing is completed: {"to":2,"from":0,"account":null}\n',
  );
  expect(JSON.parse((await runJobs(place, 'result', 'counting')).stdout)).toMatchObject({ to: 3 });
  const logged = await runJobs(place, 'log', 'counting', '--follow');
  expect(logged).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\S+Z at 1\n\S+Z at 2\n\S+Z at 3\n$/),
  });
  expect((await runJobs(place, 'files', 'counting')).stdout).toBe('The job has stored no files.\n');
  await expectJobIds(place, '--status', 'completed').toEqual(['failing', 'counting']);
  expect((await runJobs(place, 'list')).stdout).toMatch(
    /^failing +count +- +- +completed +5 +worker-1 +1 of 1 +\S+Z +\S+Z +at 2$/m,
  );
});

test('jobs start --wait shows how far a job is, which is cancelled and then deleted by others', async () => {
  const place = await createWorkingPlace();
  const waiting = beginJobs(place, 'start', 'wait', '--id', 'own', '--wait');
  await expect
    .poll(() => waiting.sofar.stderr, { timeout: 120_000 })
    .toContain('own: running; 10 %: waiting\n');
  expect((await runJobs(place, 'show', 'own')).stdout).toMatch(
    /^status +running\nprogress +10 %: waiting\npriority +5\nworker +worker-1$/m,
  );
  expect(await runJobs(place, 'delete', 'own')).toEqual(refused('The job is running. Cancel it first.\n'));
  const joined = beginJobs(place, 'start', 'wait', '--id', 'own', '--wait', '--json');
  await expect.poll(() => joined.sofar.stderr, { timeout: 120_000 }).toContain('own: running');

  const cancelled = await runJobs(place, 'cancel', 'own', '--json');
  expect(cancelled.code).toBe(0);
  expect(JSON.parse(cancelled.stdout)).toMatchObject({ id: 'own', status: 'running' });
  expect(await waiting.finished).toMatchObject({
    code: 1,
    stdout: 'own is started.\nown is cancelled: It was cancelled.\n',
  });
  const { code, stdout } = await joined.finished;
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { status: 'cancelled', already_running: true }]);
  expect(await readJob(place, 'own')).toMatchObject({ status: 'cancelled', cancel_requested: true });
  expect(await runJobs(place, 'cancel', 'own')).toEqual(refused('The job has ended: it is cancelled.\n'));
  expect(await runJobs(place, 'delete', 'own')).toMatchObject({ code: 0 });
  expect(await runJobs(place, 'show', 'own')).toMatchObject({ code: 2 });
});
