import { expect, test } from 'vitest';
import { stopTarget } from '../../../db/queries/pace-control.ts';
import { addFleet } from '../../support/dashboard-workers.ts';
import { makeJobRun, makeRun, runIdAt } from '../db/make-runs.ts';
import { quarantineOne } from '../db/make-quarantined.ts';
import { fetchOverview, createOverviewServer, ended, failed, minutesAgo } from './overview-server.ts';

test('an installation on which nothing happened yet lacks a worker, and nothing else', async () => {
  const overview = await fetchOverview(await createOverviewServer());
  expect([overview.verdict, overview.outlook]).toEqual(['bad', '1 thing needs a person']);
  expect(overview.reasons).toEqual([
    {
      code: 'no-worker',
      severity: 'bad',
      words: 'No worker is running; `npm run worker` starts one.',
      remedy: null,
      clears_by_itself: false,
      clears_at: null,
      page: '/workers',
      api: '/api/worker-registry',
    },
  ]);
  expect(overview.counts).toMatchObject({ pending: 0, running: 0, completed: 0, failed: 0 });
  expect(overview.hours).toHaveLength(24);
  expect(overview.failures).toEqual({ total: 0, groups: [], more: false });
});

test('what ended within the last day is counted by hour and outcome, of tasks and of jobs', async () => {
  const server = await createOverviewServer();
  const { db } = server;
  await ended(db, 5 * 60);
  await ended(db, 5 * 60, { ended_as: 'cancelled' });
  await ended(db, 0, { ...failed, error_message: 'no' });
  await ended(db, 0, { ended_as: 'unconfirmed' });
  await makeJobRun(db, { name: 'j1', id: runIdAt(minutesAgo(1).getTime()), ended_at: minutesAgo(0) });
  await ended(db, 25 * 60);
  const { counts, hours, since } = await fetchOverview(server);
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

test('what asks for a person is named with its reasons, each beside the rows that show it', async () => {
  const server = await createOverviewServer();
  await quarantineOne(server.db);
  await stopTarget(server.db, 'dutchie', 'they asked us to');
  const overview = await fetchOverview(server);
  expect(overview.reasons.map(({ code }) => code)).toEqual(['no-worker', 'stopped', 'quarantine']);
  const { words, remedy } = overview.reasons[1]!;
  expect(words).not.toContain('crawlchain');
  expect(remedy).toBe('`npx crawlchain platforms start dutchie` starts its requests again.');
  expect(overview.quarantine).toMatchObject({ waiting: 1, items: [{ suspicion: expect.any(String) }] });
  expect(overview.stopped_targets).toMatchObject([{ target: 'dutchie', because: 'they asked us to' }]);
});

test('what waits without a worker is stalled, and what a worker has is shown with its progress', async () => {
  const server = await createOverviewServer();
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
  const { counts, running, capacity, reasons } = await fetchOverview(server);
  expect(counts).toMatchObject({ pending: 1, running: 1 });
  expect(running.items).toMatchObject([{ title: 'sync', of: 'jobs', worker_id: 'w1', progress_percent: 40 }]);
  expect(capacity.roles.find(({ role }) => role === 'payload_fetch')).toMatchObject({
    pending: 1,
    forecast: { state: 'stalled', words: 'stalled: no worker is running' },
  });
  expect(reasons[0]!.words).toBe('No worker is running, and 1 task waits; `npm run worker` starts one.');
});

test('tasks that download images count for no role, and are counted apart', async () => {
  const server = await createOverviewServer();
  const { db } = server;
  const downloading = { ended_as: null, stage: 'images', platform: 'dutchie' } as const;
  await makeRun(db, { ...downloading, id: runIdAt(minutesAgo(1).getTime()) });
  const runId = await makeRun(db, { ...downloading, id: runIdAt(minutesAgo(2).getTime()) });
  await db
    .insertInto('run_heartbeats')
    .values({
      run_id: runId,
      activity_id: '1',
      activity: 'downloadImages',
      attempt: 1,
      worker: 'w1',
      claimed_at: minutesAgo(1),
    })
    .execute();
  const { counts, capacity } = await fetchOverview(server);
  expect(counts).toMatchObject({ pending: 1, running: 1 });
  expect(capacity.roles.filter(({ pending }) => pending > 0)).toEqual([]);
  expect(capacity.images).toEqual({ pending: 1, running: 1 });
});

test('tasks that all failed alike are stalled, also while one is tried again, with the error and what ends it', async () => {
  const server = await createOverviewServer();
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
        // Only the last run has a worker, which is running an attempt.
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
  const { verdict, reasons } = await fetchOverview(server);
  expect(verdict).toBe('bad');
  expect(reasons.find(({ code }) => code === 'retrying')).toMatchObject({
    severity: 'bad',
    words: expect.stringContaining('The last error: the disk is full.'),
  });
});

test('a full disk that one worker reports is bad before any task has failed for it, and shown beside the worker', async () => {
  const server = await createOverviewServer();
  const disk = { folder: '/data/payloads', free_bytes: 0, total_bytes: 10_000_000_000, has_free_files: true };
  await server.call('POST', '/api/worker-registry/register', {
    body: { worker_id: 'w1', queues: [], resources: { disk } },
  });
  const { verdict, reasons } = await fetchOverview(server);
  expect([verdict, reasons[0]]).toMatchObject(['bad', { code: 'disk-full', clears_by_itself: false }]);
  expect(reasons[0]!.words).toContain('/data/payloads has 0 B free of 10 GB, as worker ');
  const { body } = await server.call<{ resources: { disk?: object } }>('GET', '/api/worker-registry/w1');
  expect(body.resources.disk).toEqual(disk);
});
