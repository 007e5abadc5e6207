import { expect, test } from 'vitest';
import { startJob } from '../../temporal-client/job-control.ts';
import { blocked, createBulkWorld, type BulkWorld, type ShownBulkAction } from '../support/bulk-world.ts';
import { runProgram } from '../support/run-program.ts';

const runBulk = ({ api }: BulkWorld, ...text: string[]) =>
  runProgram('cli/main.ts', ['bulk', ...text], {
    CRAWLCHAIN_URL: api.url,
    DATABASE_URL: '',
    TEMPORAL_ADDRESS: '',
  });

const read = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as unknown;

test('one command retries what failed with an error in the last hour, waits for it, and says what it did', async () => {
  let isFailing = true;
  const world = await createBulkWorld({
    runJob: async ({ account }) => {
      if (isFailing) throw blocked(account);
      return { done: true };
    },
  });
  await startJob(world.client, { jobType: 'gone', maxRetries: 0, account: 'NotFound' }, { id: 'gone' });
  for (let number = 1; number <= 12; number += 1)
    await startJob(world.client, { jobType: 'sync', maxRetries: 0 }, { id: `j-${number}` });
  await world.untilRuns('job', 'failed', 13);
  isFailing = false;
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const requested = ['retry', 'jobs', '--type', 'sync', '--error', 'Blocked', '--ended-since', anHourAgo];

  const dry = await runBulk(world, ...requested, '--dry-run');
  expect(dry).toMatchObject({ code: 0 });
  expect(dry.stdout).toMatch(
    /^The filter matches 12 jobs\. Nothing was started\.\nThe first 10:\nj-1\nj-2\n/,
  );
  const skipped = await runBulk(world, 'retry', 'jobs', '--type', 'gone', '--dry-run');
  expect(skipped.stdout).toMatch(
    /^The filter matches 1 jobs\. .+\n1 of them would be skipped now: NotFound: a retry would/,
  );
  const unexpected = await runBulk(world, ...requested, '--expected-count', '20');
  expect(unexpected).toMatchObject({ code: 2 });
  expect(unexpected.stderr).toContain('matches 12 jobs now, but 20 were expected');
  expect((await runBulk(world, 'list')).stdout).toBe('There are none.\n');

  const options = ['--expected-count', '12', '--reason', 'new proxies', '--wait', '--json'];
  const done = await runBulk(world, ...requested, ...options);
  expect({ ...done, stdout: read(done) }).toMatchObject({
    code: 0,
    stdout: {
      status: 'completed',
      matched: 12,
      done: 12,
      reason: 'new proxies',
      requested_by: 'this machine',
    },
  });
  await world.untilRuns('job', 'completed', 12);
  const { id } = read(done) as ShownBulkAction;
  const shown = await runBulk(world, 'show', id);
  expect(shown.stdout).toContain('12 jobs, 12 started once more, 0 skipped, 0 failed');
  expect(read(await runBulk(world, 'list', '--json'))).toMatchObject([{ id, done: 12 }]);
  expect((await runBulk(world, 'list')).stdout).toContain(id);

  const second = await runBulk(world, ...requested, '--wait');
  expect(second.stdout).toMatch(/is started, with 0 jobs/);
  const over = await runBulk(world, 'abort', id);
  expect(over).toMatchObject({ code: 2 });
  expect(over.stderr).toContain('The bulk action has ended: it is completed.');
});

test('a call without a filter, or with one that no run can match, is refused', async () => {
  const world = await createBulkWorld({});
  const refusals: [words: string[], message: string][] = [
    [
      ['cancel', 'tasks'],
      'filter needs at least one field; without one, the action would apply to all tasks.',
    ],
    [['start', 'jobs', '--status', 'failed'], 'filter.status takes pending to start jobs, got failed.'],
    [
      ['retry', 'tasks', '--ended-since', '2026-02-01T00:00:00Z', '--ended-until', '2026-01-01T00:00:00Z'],
      '--ended-since 2026-02-01T00:00:00.000Z is not before --ended-until 2026-01-01T00:00:00.000Z.',
    ],
    [['show', 'nobody'], 'There is no bulk action "nobody"'],
  ];
  for (const [text, message] of refusals) {
    const { code, stderr } = await runBulk(world, ...text);
    expect({ words: text, code, stderr }).toEqual({
      words: text,
      code: 2,
      stderr: expect.stringContaining(message) as string,
    });
  }
});
