import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { readProxyStanding } from '../../../db/queries/overview-figures.ts';
import { countRetrying } from '../../../db/queries/retrying-work.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeRun, runIdAt } from './make-runs.ts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

interface Failing {
  failedAt: number;
  failingSince?: number;
  /** Minutes until the next attempt; absent while an attempt is running. */
  nextIn?: number;
  kind?: string;
  stage?: string;
  platform?: string;
}

/** Adds an open task whose last attempt failed `failedAt` minutes ago. */
async function fail(db: Db, { failedAt, failingSince, nextIn, kind, stage, platform }: Failing) {
  const runId = await makeRun(db, {
    id: runIdAt(minutesAgo(60).getTime()),
    ended_as: null,
    ended_at: null,
    platform: platform ?? 'dutchie',
    stage: stage ?? 'fetch',
    worker: 'worker-1',
  });
  await db
    .insertInto('run_heartbeats')
    .values({
      run_id: runId,
      activity_id: '1',
      activity: 'fetchMenu',
      attempt: 2,
      worker: nextIn === undefined ? 'worker-1' : null,
      claimed_at: minutesAgo(failedAt),
      next_attempt_at: nextIn === undefined ? null : minutesAgo(-nextIn),
      failing_since: minutesAgo(failingSince ?? failedAt),
      failed_at: minutesAgo(failedAt),
      error_kind: kind ?? 'StorageFull',
      error_message: `it failed ${failedAt} min ago`,
    })
    .execute();
}

const succeed = (db: Db, minutes: number, platform = 'dutchie') =>
  makeRun(db, { id: runIdAt(minutesAgo(50).getTime()), ended_at: minutesAgo(minutes), platform });

test('what fails counts whether it waits or is tried again, and no more once one of it has succeeded', async () => {
  const { db } = await createTestDatabase();
  await succeed(db, 30);
  await fail(db, { failedAt: 3, failingSince: 40, nextIn: 2 });
  await fail(db, { failedAt: 2, failingSince: 12, nextIn: 5 });
  await fail(db, { failedAt: 4 });
  const [group, ...others] = await countRetrying(db);
  expect(others).toEqual([]);
  expect(group).toMatchObject({
    role: 'payload_fetch',
    platform: 'dutchie',
    count: 3,
    failedSince: 3,
    kind: 'StorageFull',
    message: 'it failed 2 min ago',
    workerName: 'worker-1',
  });
  const minutesOf = (at: Date | null) => Math.round((Date.now() - at!.getTime()) / 60_000);
  // The group has been failing since its last success, although one of the tasks has been failing for longer.
  expect(minutesOf(group!.since)).toBe(30);
  expect([group!.nextAttemptAt, group!.lastAttemptAt].map(minutesOf)).toEqual([-2, -5]);
  await succeed(db, 1, 'jane');
  expect(await countRetrying(db)).toMatchObject([{ count: 3, failedSince: 3 }]);
  await succeed(db, 1);
  expect(await countRetrying(db)).toMatchObject([
    { count: 3, failedSince: 0, since: null, kind: null, lastAttemptAt: group!.lastAttemptAt },
  ]);
});

test('a chain whose menu is fetched counts with the role that ingests, and not at all while it downloads pictures', async () => {
  const { db } = await createTestDatabase();
  await fail(db, { failedAt: 3, stage: 'ingest' });
  await fail(db, { failedAt: 3, stage: 'images' });
  expect(await countRetrying(db)).toMatchObject([{ role: 'product_refresh', count: 1 }]);
});

test('tasks that failed by their proxies since a session last reached the echo are counted, and those of before are not', async () => {
  const { db } = await createTestDatabase();
  const proxy = { port: 1, protocol: 'http', owner: 'test', created_at: minutesAgo(60) } as const;
  const { id } = await db
    .insertInto('proxies')
    .values({ host: '127.0.0.1', ...proxy })
    .returning('id')
    .executeTakeFirstOrThrow();
  const reach = (minutes: number, outcome: 'blocked' | 'fault') =>
    db
      .insertInto('proxy_events')
      .values({
        attempt_key: `${outcome} ${minutes}`,
        proxy_id: id,
        target: 'dutchie',
        outcome,
        at: minutesAgo(minutes),
      })
      .execute();
  await reach(9, 'blocked');
  await reach(1, 'fault');
  await fail(db, { failedAt: 10, kind: 'ProxyFault' });
  await fail(db, { failedAt: 3, kind: 'StorageFull' });
  expect(await readProxyStanding(db)).toMatchObject({ active: 1, unreached: null });
  await fail(db, { failedAt: 4, failingSince: 6, kind: 'ProxyFault' });
  const { unreached } = await readProxyStanding(db);
  expect(unreached).toMatchObject({ tasks: 1, nextAttemptAt: null });
  expect(Math.round((Date.now() - unreached!.since.getTime()) / 60_000)).toBe(6);
  // Adds proxies: with this many, a task tries only a few of them.
  for (let number = 2; number <= 7; number += 1)
    await db
      .insertInto('proxies')
      .values({ host: `127.0.0.${number}`, ...proxy })
      .execute();
  expect(await readProxyStanding(db)).toMatchObject({ active: 7, unreached: null });
  for (const failedAt of [2, 3]) await fail(db, { failedAt, nextIn: 2, kind: 'ProxyFault' });
  expect(await readProxyStanding(db)).toMatchObject({ unreached: { tasks: 3 } });
  // A proxy that was added since has not failed.
  await db
    .insertInto('proxies')
    .values({ ...proxy, host: '127.0.0.8', created_at: minutesAgo(1) })
    .execute();
  expect(await readProxyStanding(db)).toMatchObject({ active: 8, unreached: null });
  await fail(db, { failedAt: 0.5, kind: 'ProxyFault' });
  await fail(db, { failedAt: 0.4, kind: 'ProxyFault' });
  await fail(db, { failedAt: 0.3, kind: 'ProxyFault' });
  expect(await readProxyStanding(db)).toMatchObject({ unreached: { tasks: 3 } });
  await reach(0, 'blocked');
  expect(await readProxyStanding(db)).toMatchObject({ unreached: null });
});

test('a proxy whose cool-down has ended rests until its probe, and one that an operator disabled does not', async () => {
  const { db } = await createTestDatabase();
  const proxy = { port: 1, protocol: 'http', owner: 'test' } as const;
  await db
    .insertInto('proxies')
    .values([
      { ...proxy, host: '127.0.0.1' },
      { ...proxy, host: '127.0.0.2', is_active: false, cooldown_until: minutesAgo(1) },
      { ...proxy, host: '127.0.0.3', is_active: false },
    ])
    .execute();
  expect(await readProxyStanding(db)).toMatchObject({ active: 1, others: 2, resting: 1 });
});
