import { expect, test } from 'vitest';
import { readEnvironment } from '../../../config/environment.ts';
import { applySchedules } from '../../../temporal-client/apply-schedules.ts';
import { schedulesOf } from '../../../temporal-client/schedule-definitions.ts';
import { makeDispensary } from '../db/make-crawl.ts';
import { makeJobRun, runIdAt } from '../db/make-runs.ts';
import { fetchOverview, createOverviewServer, ended, failed, minutesAgo } from './overview-server.ts';

test('failures come in groups by kind, platform and message, and the filter of a group finds all of it for a retry', async () => {
  const server = await createOverviewServer();
  const { db, call } = server;
  for (const status of [403, 429, 503])
    await ended(db, 1, {
      ...failed,
      error_message: `Expected a menu, got a block page with status ${status} for "store ${status}"`,
    });
  await ended(db, 1, { ...failed, error_kind: 'NotFound', error_message: 'Expected a store, got 404' });
  await makeJobRun(db, {
    name: 'j1',
    id: runIdAt(minutesAgo(1).getTime()),
    ended_at: minutesAgo(0),
    ended_as: 'failed',
    error_kind: 'Error',
    error_message: 'The tool ended with 1',
  });
  const { failures, reasons } = await fetchOverview(server);
  expect(failures.total).toBe(5);
  expect(failures.groups.map(({ of, kind, count }) => [of, kind, count])).toEqual([
    ['tasks', 'Blocked', 3],
    expect.anything(),
    expect.anything(),
  ]);
  const [blocked] = failures.groups;
  expect(blocked).toMatchObject({ platform: 'dutchie', trend: 'rising' });
  expect(blocked!.by_hour.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(reasons.find(({ code }) => code === 'failures')).toMatchObject({
    words: expect.stringMatching(/^5 of 5 tasks and jobs .+ failed, 1 of them a job, most often as Blocked/),
    // False, because one of the kinds of failure goes away only after a person has acted.
    clears_by_itself: false,
  });
  for (const { of, filter, count } of failures.groups) {
    const body = { action: 'retry', of, filter, dry_run: true };
    const foreseen = await call<{ count: number }>('POST', '/api/bulk-actions', { body });
    expect([of, filter, foreseen.body.count]).toEqual([of, filter, count]);
  }
});

test('a job that was retried counts once, as its newest run ended', async () => {
  const server = await createOverviewServer();
  const { db, call } = server;
  const run = (name: string, minutes: number, change: object) =>
    makeJobRun(db, {
      name,
      id: runIdAt(minutesAgo(minutes + 1).getTime()),
      ended_at: minutesAgo(minutes),
      ended_as: 'failed',
      error_kind: 'UpstreamError',
      error_message: 'UpstreamError: it answered 502',
      ...change,
    });
  for (const minutes of [30, 20, 10]) await run('stubborn', minutes, {});
  await run('cured', 20, {});
  await run('cured', 10, { ended_as: 'completed' });
  await run('retried', 20, {});
  await run('retried', 1, { ended_as: null, ended_at: null });
  const { failures, counts } = await fetchOverview(server);
  expect(counts).toMatchObject({ completed: 1, failed: 1 });
  expect(failures).toMatchObject({ total: 1, groups: [{ of: 'jobs', count: 1, recovered: 0 }] });
  expect(failures.groups[0]!.by_hour.reduce((sum, count) => sum + count, 0)).toBe(1);
  const query = new URLSearchParams(failures.groups[0]!.filter);
  const listed = await call<{ items: { id: string }[] }>('GET', `/api/jobs?${query.toString()}`);
  expect(listed.body.items.map(({ id }) => id)).toEqual(['stubborn']);
});

test('a store that fails alone is named, and so is one whose menu is older than its schedule wants', async () => {
  const server = await createOverviewServer();
  const { db } = server;
  const [copper, desert] = [
    await makeDispensary(db, { name: 'Copper Fern' }),
    await makeDispensary(db, { name: 'Desert Bloom' }),
  ];
  for (const id of [copper, copper]) await ended(db, 1, { ...failed, dispensary_id: id, error_message: 'a' });
  for (const id of [copper, desert]) await ended(db, 1, { ...failed, dispensary_id: id, error_message: 'b' });
  await db
    .updateTable('dispensaries')
    .set({ created_at: minutesAgo(9 * 60) })
    .where('id', '=', copper)
    .execute();
  const { failures, reasons } = await fetchOverview(server);
  expect(Object.fromEntries(failures.groups.map((one) => [one.message, one.dispensary_name]))).toEqual({
    a: 'Copper Fern',
    b: null,
  });
  expect(reasons.find(({ code }) => code === 'overdue')).toMatchObject({
    words:
      '1 of 2 dispensaries has no menu as new as its schedule demands. The oldest is Copper Fern, which never had one; its tasks say why.',
    page: `/tasks?q=store:${copper}`,
  });
});

test('a dispensary that only fails is named, and what went well since is counted as such', async () => {
  const server = await createOverviewServer();
  const { db } = server;
  const [bad, mended] = [await makeDispensary(db), await makeDispensary(db)];
  const crawl = (store: number, minutes: number, change: object = failed) =>
    ended(db, minutes, {
      workflow_id: `crawl/${store}`,
      dispensary_id: store,
      error_message: 'no',
      ...change,
    });
  for (const minutes of [50, 40, 30]) {
    await crawl(bad, minutes);
    await crawl(mended, minutes);
  }
  // Adds completed runs, so that the failures are a small share of all runs.
  for (let number = 0; number < 60; number += 1) await ended(db, 20);
  const readFailing = async () =>
    (await fetchOverview(server)).reasons.find(({ code }) => code === 'failing');
  expect(await readFailing()).toMatchObject({
    severity: 'degraded',
    words: expect.stringMatching(/^2 dispensaries failed three times or more within a day/),
  });
  await crawl(mended, 10, { ended_as: 'completed' });
  await expect.poll(readFailing, { timeout: 30_000 }).toMatchObject({
    words: expect.stringMatching(
      /failed 3 times within a day, last as Blocked, and has not succeeded since\.$/,
    ),
    page: `/dispensaries/${bad}`,
  });
  await expect
    .poll(async () => (await fetchOverview(server)).failures.groups, { timeout: 60_000 })
    .toMatchObject([{ count: 6, recovered: 3 }]);
  // A starter that completed is not a success of the crawl that it started.
  await crawl(bad, 8, { workflow_id: `later/retry-${bad}`, type: 'startOnce', ended_as: 'completed' });
  await ended(db, 6);
  await expect.poll(async () => (await fetchOverview(server)).counts.completed, { timeout: 30_000 }).toBe(62);
  expect(await readFailing()).toMatchObject({ page: `/dispensaries/${bad}` });
  await crawl(bad, 5, { ended_as: 'completed' });
  await expect.poll(readFailing, { timeout: 30_000 }).toBeUndefined();
});

test('where no crawl started for longer than a schedule says, and nothing happens, the verdict says so', async () => {
  const server = await createOverviewServer();
  const { db, client } = server;
  await applySchedules(client, schedulesOf(readEnvironment({})));
  const store = await makeDispensary(db, { name: 'Copper Fern' });
  await db
    .updateTable('dispensaries')
    .set({ created_at: minutesAgo(9 * 60) })
    .where('id', '=', store)
    .execute();
  const findSilence = async () =>
    (await fetchOverview(server)).reasons.find(({ code }) => code === 'silence');
  await expect.poll(findSilence, { timeout: 60_000 }).toMatchObject({
    severity: 'bad',
    words: expect.stringMatching(
      /^No crawl has ever started, nothing waits, and the schedule payload_fetch_all should start some every 4 h: 1 dispensary is overdue\./,
    ),
  });
});
