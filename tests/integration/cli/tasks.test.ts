import { ApplicationFailure } from '@temporalio/common';
import { expect, test } from 'vitest';
import { listAudit } from '../../../db/queries/api-audit.ts';
import { startCrawl } from '../../../temporal-client/crawl-control.ts';
import { taskId } from '../../../temporal-config/workflow-ids.ts';
import { startApiServer } from '../../support/api-server.ts';
import { createDoubtWorld } from '../../support/doubt-world.ts';
import { runProgram } from '../../support/run-program.ts';
import { expectTasks, listTasks, runTasks } from '../../support/run-tasks.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeDispensary } from '../db/make-crawl.ts';

async function createPlace() {
  const { db, url: DATABASE_URL } = await createTestDatabase();
  const { client, namespace, address: TEMPORAL_ADDRESS } = await createTestNamespace();
  const { url: apiUrl } = await startApiServer({ db, client });
  const servers = { DATABASE_URL, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE: namespace };
  return { place: { apiUrl }, db, client, servers };
}

test('tasks list and counts show what waits, narrowed as one asks', async () => {
  const { place, db, client } = await createPlace();
  const ids: number[] = [];
  for (const stateCode of ['AZ', 'CA', 'CA']) {
    const name = `Store ${ids.length}`;
    const id = await makeDispensary(db, { name, state: stateCode });
    await startCrawl(client, { id, name, platform: 'dutchie', stateCode });
    ids.push(id);
  }
  const [first, second, third] = ids;
  const pending = ids
    .toReversed()
    .map((id) => expect.objectContaining({ dispensary_id: id, status: 'pending' }));
  await expectTasks(place).toEqual(pending);

  const narrowed = await runTasks(
    place,
    'list',
    '--state',
    'ca',
    '--status',
    'pending,running',
    '--limit',
    '1',
  );
  expect(narrowed).toMatchObject({ code: 0, stderr: 'There are more; these are the first 1 (--limit).\n' });
  const row = `crawl~${third}~\\S+ +payload_fetch +Store 2 \\(${third}\\) +pending +- +0 +\\S+Z +- +a worker: none serves .+\n`;
  expect(narrowed.stdout).toMatch(new RegExp(`^task +role .+\n${row}$`));
  const one = ['--dispensary', String(second), '--role', 'product_resync', '--platform', 'dutchie'];
  expect(await listTasks(place, ...one)).toMatchObject([{ dispensary_id: second }]);
  expect(await runTasks(place, 'list', '--until', '2020-01-01T00:00:00Z')).toMatchObject({
    code: 0,
    stdout: 'There are none.\n',
  });

  const counted = JSON.parse((await runTasks(place, 'counts', '--json', '--state', 'CA')).stdout) as object;
  expect(counted).toMatchObject({
    counts: { pending: 2, completed: 0 },
    by_role: { payload_fetch: { pending: 2 } },
    stale: false,
  });
  expect((await runTasks(place, 'counts', '--dispensary', String(first))).stdout).toMatch(
    /^role +pending +claimed .+\npayload_fetch +1 +0 .+\nall +1 +0 .+\n$/,
  );
});

test('a task is cancelled through the API, or without one, and the audit has either', async () => {
  const { place, db, client, servers } = await createPlace();
  const start = async (name: string) => {
    const id = await makeDispensary(db, { name });
    const { handle } = await startCrawl(client, { id, name, platform: 'dutchie', stateCode: 'AZ' });
    return { handle, id: taskId(handle.workflowId, (await handle.describe()).runId) };
  };
  const noted = () => listAudit(db, { actor: null, before: null, limit: 1 });
  const shown = async (id: string) => JSON.parse((await runTasks(place, 'show', id, '--json')).stdout);
  const { id } = await start('one');
  expect(await runTasks(place, 'cancel', id, '--reason', 'too early')).toMatchObject({
    code: 0,
    stdout: `The cancellation of ${id} was requested.\n`,
  });
  expect(await noted()).toMatchObject([
    { path: `/api/tasks/${id}/cancel`, reason: 'too early', status: 202 },
  ]);
  expect(await shown(id)).toMatchObject({ cancel_requested: true });

  const other = await start('other');
  const cancelWithoutApi = (...text: string[]) =>
    runProgram('cli/main.ts', ['tasks', 'cancel', other.id, ...text], {
      ...servers,
      CRAWLCHAIN_URL: 'http://127.0.0.1:1',
    });
  expect(await cancelWithoutApi()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--direct does it there.\n'),
  });
  const cancelDirectly = (...text: string[]) => cancelWithoutApi('--direct', ...text);
  const cancelled = await cancelDirectly('--reason', 'no API', '--json');
  expect(cancelled).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(cancelled.stdout)).toMatchObject({ id: other.id });
  const path = `tasks cancel ${other.id} --direct --json`;
  expect((await noted())[0]?.path.replaceAll("'", '')).toBe(path);
  expect(await noted()).toMatchObject([{ reason: 'no API', status: 0 }]);
  expect(await shown(other.id)).toMatchObject({ cancel_requested: true });
  await other.handle.terminate('a test');
  expect(await cancelDirectly()).toMatchObject({
    code: 2,
    stderr: 'The task has ended: it is failed.\n',
  });
});

test('a crawl that fails is named with its next try, and the command that shows more of it', async () => {
  const blocked = () => ApplicationFailure.nonRetryable('every proxy was refused', 'Blocked');
  const world = await createDoubtWorld([blocked(), blocked()]);
  const { url: CRAWLCHAIN_URL } = await startApiServer({ ...world, isFollowed: false });
  const crawl = (...text: string[]) =>
    runProgram('cli/main.ts', ['crawl', ...text, '--wait'], { CRAWLCHAIN_URL });
  const more = String.raw`; \`npx crawlchain tasks show crawl~\d+~\S+\` shows more\.\n$`;
  const one = await crawl(String(world.id));
  expect(one).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      new RegExp(String.raw`every proxy was refused\n  Next try: \S+Z, retry 1 of 3${more}`),
    ),
  });
  const [failed] = (await listTasks({ apiUrl: CRAWLCHAIN_URL }, '--status', 'failed')) as { id: string }[];
  expect(one.stdout).toContain(`crawlchain tasks show ${failed?.id}`);
  await world.retry.terminate('a test');
  // The fan-outs of this world start chains that are not retried.
  expect((await crawl('all')).stdout).toMatch(
    new RegExp(String.raw`1 failed\n  crawl/${world.id}: .+\n    No next try is scheduled${more}`),
  );
});

test('what the tasks commands do not take is refused with what they take', async () => {
  const { place } = await createPlace();
  for (const [text, complaint] of REFUSALS) {
    const { code, stdout, stderr } = await runTasks(place, ...text);
    expect({ words: text, code, stdout }).toEqual({ words: text, code: 2, stdout: '' });
    expect(stderr).toContain(complaint);
  }
});

const REFUSALS: [words: string[], complaint: string][] = [
  [['list', '--since', '2026-02-01T00:00:00Z', '--until', '2026-01-01T00:00:00Z'], 'is not before --until'],
  [['counts', '--dispensary', 'no-such-store'], 'There is no dispensary "no-such-store"'],
  [['show', '12'], 'There is no task "12"; it takes an id as `npx crawlchain tasks list` shows it.'],
  [['retry', 'crawl~12~0199c6f2-5a1b-7000-8000-000000000001'], 'There is no task "crawl~12~'],
];
