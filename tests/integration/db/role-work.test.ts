import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { readWorkerConnections } from '../../../db/queries/connections.ts';
import { countRegularCrawls } from '../../../db/queries/regular-crawls.ts';
import { readEndedWork, readPagesPerMenu } from '../../../db/queries/role-work.ts';
import type { Role } from '../../../domain/role.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeDispensary } from './make-crawl.ts';

interface Stage {
  stage: 'resolve' | 'fetch' | 'ingest' | 'images';
  role?: Role;
  minutesAgo?: number;
  seconds?: number;
  attempts?: number;
  outcome?: 'completed' | 'failed' | null;
}

/** Adds a chain with these stages to the ledger. */
async function addChain(
  db: Db,
  stages: Stage[],
  { dispensary, status = 'running' }: { dispensary?: number; status?: string } = {},
): Promise<void> {
  const dispensaryId = dispensary ?? (await makeDispensary(db));
  const { rows } = await sql<{ id: number }>`
    insert into crawl_runs (dispensary_id, role, workflow_id, workflow_run_id, fence, status, ended_at)
    values (${dispensaryId}, 'payload_fetch', ${`crawl/${dispensaryId}`}, gen_random_uuid()::text, 1, ${status},
      case when ${status} <> 'running' then now() end) returning id
  `.execute(db);
  for (const {
    stage,
    role = 'payload_fetch',
    minutesAgo = 1,
    seconds = 10,
    attempts = 1,
    outcome,
  } of stages) {
    const ended = outcome === null ? sql`null` : sql`now() - ${minutesAgo} * interval '1 minute'`;
    await sql`
      insert into stage_runs (crawl_run_id, stage, role, worker, attempts, outcome, started_at, ended_at)
      values (${rows[0]!.id}, ${stage}, ${role}, 'Xylos', ${attempts},
        ${outcome === undefined ? 'completed' : outcome},
        now() - ${minutesAgo} * interval '1 minute' - ${seconds} * interval '1 second', ${ended})
    `.execute(db);
  }
}

test('what ended is counted by role, over an hour and a day', async () => {
  const { db } = await createTestDatabase();
  const done = { status: 'completed' };
  await addChain(
    db,
    [
      { stage: 'fetch', seconds: 10 },
      { stage: 'images', seconds: 900 },
    ],
    done,
  );
  await addChain(db, [{ stage: 'fetch', seconds: 30, minutesAgo: 120 }], done);
  await addChain(db, [{ stage: 'fetch', seconds: 1_000, minutesAgo: 60 * 25 }], done);
  await addChain(db, [{ stage: 'fetch', seconds: 500, outcome: 'failed', attempts: 3 }], {
    status: 'failed',
  });
  await addChain(db, [{ stage: 'fetch', seconds: 20, outcome: 'failed' }], { status: 'cancelled' });
  // The fetch of this chain waited between attempts. It held no slot in the waits, so they do not count.
  await addChain(db, [{ stage: 'fetch', seconds: 620, attempts: 4 }], done);
  await addChain(db, [
    { stage: 'ingest', role: 'product_refresh', seconds: 2 },
    { stage: 'fetch', outcome: null },
  ]);
  const ended = await readEndedWork(db);
  expect(ended.map(({ role }) => role).toSorted()).toEqual(['payload_fetch', 'product_refresh']);
  expect(ended.find(({ role }) => role === 'payload_fetch')).toEqual({
    role: 'payload_fetch',
    completedLastHour: 2,
    failedLastHour: 1,
    durationSeconds: 220,
    // Two attempts per stage, of twenty seconds each.
    slotSeconds: 40,
    browserShare: 0,
    browserSeconds: null,
  });
});

test('fetches in a browser are a share of the fetches', async () => {
  const { db } = await createTestDatabase();
  const [first, second, third, fourth] = [
    await makeDispensary(db),
    await makeDispensary(db),
    await makeDispensary(db),
    await makeDispensary(db),
  ];
  await sql`update dispensaries set fetch_mode = 'browser' where id = ${first}`.execute(db);
  await sql`update dispensaries set fetch_mode = 'auto' where id in (${second}, ${third})`.execute(db);
  await sql`update dispensaries set browser_until = now() + interval '1 hour' where id = ${second}`.execute(
    db,
  );
  for (const [dispensary, seconds] of [
    [first, 100],
    [second, 60],
    [third, 10],
    [fourth, 30],
  ])
    await addChain(db, [{ stage: 'fetch', seconds: seconds! }], {
      dispensary: dispensary!,
      status: 'completed',
    });
  const [fetches] = await readEndedWork(db);
  expect(fetches).toMatchObject({ slotSeconds: 50, browserShare: 0.5, browserSeconds: 80 });
});

test('a menu that was never fetched has no pages', async () => {
  const { db } = await createTestDatabase();
  await addChain(db, [{ stage: 'fetch', outcome: 'failed' }]);
  expect(await readPagesPerMenu(db)).toEqual(new Map());
});

test('regular crawls start what is enabled, each store as often as its most frequent one', async () => {
  const { db } = await createTestDatabase();
  const [arizona, own, disabled] = [
    await makeDispensary(db),
    await makeDispensary(db, { state: 'CA' }),
    await makeDispensary(db),
  ];
  await makeDispensary(db, { state: null });
  await sql`update dispensaries set crawl_interval_hours = 10 where id = ${own}`.execute(db);
  await sql`update dispensaries set crawl_enabled = false where id = ${disabled}`.execute(db);
  const all = { scope: 'all', platform: null, intervalHours: 4, ownIntervals: true };
  const perHour = async (...crawls: Parameters<typeof countRegularCrawls>[1]) =>
    (await countRegularCrawls(db, crawls)).get('dutchie');
  expect(arizona).toBeGreaterThan(0);
  expect(await perHour()).toBeUndefined();
  expect(await perHour(all)).toBeCloseTo(0.25 + 0.25 + 0.1);
  expect(await perHour({ ...all, ownIntervals: false })).toBeCloseTo(0.75);
  expect(await perHour(all, { ...all, scope: 'AZ', intervalHours: 2 })).toBeCloseTo(0.5 + 0.25 + 0.1);
  expect(await perHour({ ...all, platform: 'blaze' })).toBeUndefined();
  // A store's own interval can only make its crawls rarer, because a store is checked only when the schedule fires.
  expect(await perHour({ ...all, intervalHours: 20 })).toBeCloseTo(0.15);
});

test('connections of others are not there for workers, those of workers are', async () => {
  const { db, url } = await createTestDatabase();
  const worker = `worker-${randomUUID()}`;
  const held = [1, 2, 3, 4, 5].map(() => new Client({ connectionString: url, application_name: worker }));
  onTestFinished(async () => void (await Promise.all(held.map((client) => client.end()))));
  await Promise.all(held.map((client) => client.connect()));
  // Polls, because other tests open and close connections at the same time.
  await expect
    .poll(async () => (await readWorkerConnections(db, [worker])) - (await readWorkerConnections(db, [])), {
      timeout: 60_000,
    })
    .toBe(held.length);
});
