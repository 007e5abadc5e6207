import { expect, test } from 'vitest';
import { startCrawl } from '../../../temporal-client/crawl-control.ts';
import { expectTasks, listTasks, runTasks } from '../../support/run-tasks.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeDispensary } from '../db/make-crawl.ts';

test('tasks list and counts show what waits, narrowed as one asks', async () => {
  const { db, url: databaseUrl } = await createTestDatabase();
  const { client, namespace, address: temporalAddress } = await createTestNamespace();
  const place = { databaseUrl, temporalAddress, namespace };
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
  expect(narrowed).toMatchObject({ code: 0, stderr: 'There are more; these are the newest 1 (--limit).\n' });
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

test('what the tasks commands do not take is refused with what they take', async () => {
  const { url: databaseUrl } = await createTestDatabase();
  const { namespace, address: temporalAddress } = await createTestNamespace();
  const place = { databaseUrl, temporalAddress, namespace };
  for (const [words, complaint] of REFUSALS) {
    const { code, stdout, stderr } = await runTasks(place, ...words);
    expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: '' });
    expect(stderr).toContain(complaint);
  }
});

const REFUSALS: [words: string[], complaint: string][] = [
  [['list', '--since', '2026-02-01T00:00:00Z', '--until', '2026-01-01T00:00:00Z'], 'is not before --until'],
  [['counts', '--dispensary', 'no-such-store'], 'There is no dispensary "no-such-store"'],
  [['show', '12'], 'There is no task "12"; it takes an id as `crawlchain tasks list` shows it.'],
  [['retry', 'crawl~12~0199c6f2-5a1b-7000-8000-000000000001'], 'There is no task "crawl~12~'],
];
