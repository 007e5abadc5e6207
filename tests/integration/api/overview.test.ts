import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { stopTarget } from '../../../db/queries/pace-control.ts';
import { startApiServer, type ApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { addFleet } from '../../support/dashboard-workers.ts';
import { makeDispensary } from '../db/make-crawl.ts';
import { makeJobRun, makeRun, runIdAt } from '../db/make-runs.ts';
import { quarantineOne } from '../db/make-quarantined.ts';

interface Overview {
  as_of: string | null;
  stale: boolean;
  temporal: { available: boolean; reason: string | null };
  verdict: string;
  reasons: { code: string; severity: string; words: string; page: string; api: string }[];
  since: string;
  counts: { pending: number; running: number; completed: number; failed: number };
  hours: { hour: string; completed: number; failed: number; cancelled: number }[];
  capacity: {
    stale: boolean;
    roles: { role: string; pending: number; forecast: { state: string; words: string } }[];
  };
  running: { items: { title: string; of: string; worker_id: string; progress_percent: number }[] };
  quarantine: { waiting: number; items: { suspicion: string }[] };
  stopped_targets: { target: string; because: string }[];
  schedules: { total: number; enabled: number; faults: unknown[] } | null;
  failures: {
    total: number;
    more: boolean;
    groups: {
      of: string;
      kind: string;
      platform: string | null;
      dispensary_name: string | null;
      message: string;
      count: number;
      recovered: number;
      by_hour: number[];
      trend: string;
      filter: Record<string, string>;
    }[];
  };
}

/** Its ledger is level with Temporal. */
async function createServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const server = await startApiServer({ db, client });
  // Of the overview itself, what takes long to read is kept for a while.
  const isStale = async () => (await server.call<Overview>('GET', '/api/tasks/counts')).body.stale;
  await expect.poll(isStale, { timeout: 60_000 }).toBe(false);
  return { db, client, ...server };
}

const ask = async ({ call }: Pick<ApiServer, 'call'>): Promise<Overview> =>
  (await call<Overview>('GET', '/api/overview')).body;

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** A run that ended some minutes ago; of none more than a day, whatever the time of day is. */
function ended(db: Db, minutes: number, change: Parameters<typeof makeRun>[1] = {}) {
  const endedAt = minutesAgo(minutes);
  return makeRun(db, { id: runIdAt(endedAt.getTime() - 30_000), ended_at: endedAt, ...change });
}

const failed = { ended_as: 'failed', error_kind: 'Blocked', platform: 'dutchie' } as const;

test('an installation on which nothing happened yet lacks a worker, and nothing else', async () => {
  const overview = await ask(await createServer());
  expect(overview.verdict).toBe('bad');
  expect(overview.reasons).toEqual([
    {
      code: 'no-worker',
      severity: 'bad',
      words: 'No worker is running; `npm run worker` starts one.',
      page: '/workers',
      api: '/api/worker-registry',
    },
  ]);
  expect(overview.counts).toMatchObject({ pending: 0, running: 0, completed: 0, failed: 0 });
  expect(overview.hours).toHaveLength(24);
  expect(overview.failures).toEqual({ total: 0, groups: [], more: false });
});

test('what ended within the last day is counted by hour and outcome, of tasks and of jobs', async () => {
  const server = await createServer();
  const { db } = server;
  await ended(db, 5 * 60);
  await ended(db, 5 * 60, { ended_as: 'cancelled' });
  await ended(db, 0, { ...failed, error_message: 'no' });
  await ended(db, 0, { ended_as: 'unconfirmed' });
  await makeJobRun(db, { name: 'j1', id: runIdAt(minutesAgo(1).getTime()), ended_at: minutesAgo(0) });
  await ended(db, 25 * 60);
  const { counts, hours, since } = await ask(server);
  expect(counts).toMatchObject({
    completed: 3,
    unconfirmed: 1,
    failed: 1,
    tasks: { completed: 2, unconfirmed: 1, failed: 1 },
    jobs: { completed: 1, unconfirmed: 0, failed: 0 },
  });
  expect(hours[0]!.hour).toBe(since);
  const at = (minutes: number) => {
    const hour = Math.floor(minutesAgo(minutes).getTime() / 3_600_000) * 3_600_000;
    return hours.find((one) => Date.parse(one.hour) === hour);
  };
  expect(at(5 * 60)).toMatchObject({ completed: 1, failed: 0, cancelled: 1 });
  const sum = (outcome: 'completed' | 'failed') => hours.reduce((before, one) => before + one[outcome], 0);
  expect([sum('completed'), sum('failed')]).toEqual([2, 1]);
});

test('failures come in groups by kind, platform and message, and the filter of a group finds all of it for a retry', async () => {
  const server = await createServer();
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
  const { failures, reasons } = await ask(server);
  expect(failures.total).toBe(5);
  expect(failures.groups.map(({ of, kind, count }) => [of, kind, count])).toEqual([
    ['tasks', 'Blocked', 3],
    expect.anything(),
    expect.anything(),
  ]);
  const [blocked] = failures.groups;
  expect(blocked).toMatchObject({ platform: 'dutchie', trend: 'rising' });
  expect(blocked!.by_hour.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(reasons.map(({ code }) => code)).toContain('failures');
  for (const { of, filter, count } of failures.groups) {
    const body = { action: 'retry', of, filter, dry_run: true };
    const foreseen = await call<{ count: number }>('POST', '/api/bulk-actions', { body });
    expect([of, filter, foreseen.body.count]).toEqual([of, filter, count]);
  }
});

test('a job that was retried counts once, as its newest run ended', async () => {
  const server = await createServer();
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
  const { failures } = await ask(server);
  expect(failures).toMatchObject({ total: 1, groups: [{ of: 'jobs', count: 1, recovered: 0 }] });
  expect(failures.groups[0]!.by_hour.reduce((sum, count) => sum + count, 0)).toBe(1);
  const query = new URLSearchParams(failures.groups[0]!.filter);
  const listed = await call<{ items: { id: string }[] }>('GET', `/api/jobs?${query.toString()}`);
  expect(listed.body.items.map(({ id }) => id)).toEqual(['stubborn']);
});

test('what asks for a person is named with its reasons, each beside the rows that show it', async () => {
  const server = await createServer();
  await quarantineOne(server.db);
  await stopTarget(server.db, 'dutchie', 'they asked us to');
  const overview = await ask(server);
  expect(overview.reasons.map(({ code }) => code)).toEqual(['no-worker', 'stopped', 'quarantine']);
  expect(overview.quarantine).toMatchObject({ waiting: 1, items: [{ suspicion: expect.any(String) }] });
  expect(overview.stopped_targets).toMatchObject([{ target: 'dutchie', because: 'they asked us to' }]);
});

test('what waits without a worker is stalled, and what a worker has is shown with its progress', async () => {
  const server = await createServer();
  const { db } = server;
  const waiting = { ended_as: null, ended_at: null } as const;
  await makeRun(db, { ...waiting, id: runIdAt(minutesAgo(1).getTime()), platform: 'dutchie' });
  const id = await makeJobRun(db, {
    ...waiting,
    name: 'j1',
    id: runIdAt(minutesAgo(2).getTime()),
    progress_percent: 40,
    started_at: minutesAgo(1),
  });
  await db
    .insertInto('run_heartbeats')
    .values({
      run_id: id,
      activity_id: '1',
      activity: 'runJob',
      attempt: 1,
      worker: 'w1',
      claimed_at: minutesAgo(1),
    })
    .execute();
  const { counts, running, capacity, reasons } = await ask(server);
  expect(counts).toMatchObject({ pending: 1, running: 1 });
  expect(running.items).toMatchObject([{ title: 'sync', of: 'jobs', worker_id: 'w1', progress_percent: 40 }]);
  expect(capacity.roles.find(({ role }) => role === 'payload_fetch')).toMatchObject({
    pending: 1,
    forecast: { state: 'stalled', words: 'stalled: no worker is running' },
  });
  expect(reasons[0]!.words).toBe('No worker is running, and 1 task waits; `npm run worker` starts one.');
});

test('a store that fails alone is named, and so is one whose menu is older than its schedule wants', async () => {
  const server = await createServer();
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
  const { failures, reasons } = await ask(server);
  expect(Object.fromEntries(failures.groups.map((one) => [one.message, one.dispensary_name]))).toEqual({
    a: 'Copper Fern',
    b: null,
  });
  expect(reasons.find(({ code }) => code === 'overdue')).toMatchObject({
    words:
      '1 of 2 dispensaries has no menu as new as its schedule wants. The oldest is Copper Fern, which never had one; its tasks say why.',
    page: `/tasks?q=store:${copper}`,
  });
});

test('tasks that all failed alike are stalled, also while one is tried again, with the error and what ends it', async () => {
  const server = await createServer();
  const { db } = server;
  await addFleet(server);
  for (let number = 1; number <= 3; number += 1) {
    const runId = await makeRun(db, {
      id: runIdAt(minutesAgo(number).getTime()),
      ended_as: null,
      ended_at: null,
      platform: 'dutchie',
    });
    await db
      .insertInto('run_heartbeats')
      .values({
        run_id: runId,
        activity_id: '1',
        activity: 'fetchMenu',
        attempt: 2,
        // An attempt of the last one is under way.
        worker: number < 3 ? null : 'w1',
        claimed_at: minutesAgo(1),
        next_attempt_at: number < 3 ? minutesAgo(-1) : null,
        failing_since: minutesAgo(1),
        failed_at: minutesAgo(1),
        error_kind: 'StorageFull',
        error_message: 'StorageFull: the disk is full',
      })
      .execute();
  }
  await db
    .insertInto('proxies')
    .values({ host: '127.0.0.1', port: 1, protocol: 'http', owner: 'test' })
    .execute();
  const { verdict, reasons } = await ask(server);
  expect(verdict).toBe('bad');
  expect(reasons.find(({ code }) => code === 'retrying')).toMatchObject({
    severity: 'bad',
    words: expect.stringContaining('The last error: the disk is full.'),
  });
});

test('a dispensary that only fails is named, and what went well since is counted as such', async () => {
  const server = await createServer();
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
  // Others go well, so that what fails is a small share.
  for (let number = 0; number < 60; number += 1) await ended(db, 20);
  const readFailing = async () => (await ask(server)).reasons.find(({ code }) => code === 'failing');
  expect(await readFailing()).toMatchObject({
    severity: 'degraded',
    words: expect.stringMatching(/^2 dispensaries failed three times or more within a day/),
  });
  await crawl(mended, 10, { ended_as: 'completed' });
  await expect.poll(readFailing, { timeout: 30_000 }).toMatchObject({
    words: expect.stringMatching(
      /failed 3 times within a day, last as Blocked, and not once succeeded since\.$/,
    ),
    page: `/tasks?q=store:${bad}`,
  });
  await expect
    .poll(async () => (await ask(server)).failures.groups, { timeout: 60_000 })
    .toMatchObject([{ count: 6, recovered: 3 }]);
  await crawl(bad, 5, { ended_as: 'completed' });
  await expect.poll(readFailing, { timeout: 30_000 }).toBeUndefined();
});
