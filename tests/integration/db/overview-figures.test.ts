import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { countLastHour, groupFailures } from '../../../db/queries/failures.ts';
import {
  countEnded,
  countScheduled,
  findRejected,
  listOpenBreakers,
  readProxyStanding,
} from '../../../db/queries/overview-figures.ts';
import { RETRY_ID_PREFIX } from '../../../temporal-config/workflow-ids.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeDispensary } from './make-crawl.ts';
import { makeProxies, record } from './make-proxies.ts';
import { quarantineOne } from './make-quarantined.ts';
import { makeJobRun, makeRun, runIdAt } from './make-runs.ts';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

test('failures whose dispensary has a retry that waits are counted, with the time of the next one', async () => {
  const { db } = await createTestDatabase();
  const crawl = (store: number, minutes: number, outcome: 'failed' | 'completed') =>
    makeRun(db, {
      id: runIdAt(inMinutes(minutes).getTime()),
      workflow_id: `crawl/${store}`,
      dispensary_id: store,
      ended_at: inMinutes(minutes),
      ended_as: outcome,
    });
  const wait = async (name: string, minutes: number): Promise<Date> => {
    const at = inMinutes(minutes);
    await makeRun(db, {
      id: runIdAt(inMinutes(-2).getTime()),
      workflow_id: `later/${name}`,
      type: 'startOnce',
      dispensary_id: Number(/\d+$/.exec(name)?.[0] ?? 9),
      ended_as: null,
      scheduled_for: at,
    });
    return at;
  };
  for (const store of [1, 2, 3, 4, 5, 6]) await crawl(store, -3, 'failed');
  await crawl(4, -1, 'completed');
  // A retry of store 5 is running. Store 6 gets no retry.
  await makeRun(db, {
    id: runIdAt(inMinutes(-1).getTime()),
    workflow_id: 'crawl/5',
    dispensary_id: 5,
    ended_as: null,
  });
  await wait('retry-1', 20);
  const next = await wait('retry-2', 10);
  // The start time of this retry has passed, so it is about to begin.
  await wait('retry-3', -1);
  const soonest = await wait('retry-4', 5);
  await wait('by-hand', 2);
  const groups = await groupFailures(db, { since: inMinutes(-60), limit: 5, retryPrefix: RETRY_ID_PREFIX });
  // The failure whose retry succeeded no longer counts for the last hour.
  expect(await countLastHour(db)).toMatchObject({ completed: 1, failed: 5, failedJobs: 0, kind: null });
  expect(groups).toMatchObject([{ count: 6, recovered: 1, retrying: 4, nextRetryAt: next }]);
  expect(await countScheduled(db, RETRY_ID_PREFIX)).toMatchObject({
    count: 4,
    retries: 3,
    nextRetryAt: soonest,
  });
  // Store 4 is crawled, so its retry will end without a crawl. Menus that are ingested again are no crawl.
  const id = await makeDispensary(db);
  await sql`update runs set dispensary_id = case workflow_id when 'later/retry-4' then ${id} else dispensary_id + 100 end`.execute(
    db,
  );
  await sql`
    insert into crawl_runs (dispensary_id, role, workflow_id, workflow_run_id, fence, status, started_at, ended_at)
    values (${id}, 'payload_fetch', 'crawl/4', 'crawled', 1, 'completed', ${inMinutes(-1)}, ${inMinutes(-1)})
  `.execute(db);
  expect(await countScheduled(db, RETRY_ID_PREFIX)).toMatchObject({
    count: 4,
    retries: 2,
    nextRetryAt: next,
  });
});

test('what failed at a dispensary whose crawls are switched off is not said to be tried again', async () => {
  const { db } = await createTestDatabase();
  const stores = [await makeDispensary(db), await makeDispensary(db), await makeDispensary(db)];
  for (const [index, id] of stores.entries()) {
    await makeRun(db, {
      id: runIdAt(inMinutes(-3).getTime()),
      workflow_id: `crawl/${id}`,
      dispensary_id: id,
      ended_at: inMinutes(-3),
      ended_as: 'failed',
    });
    await makeRun(db, {
      id: runIdAt(inMinutes(-2).getTime()),
      workflow_id: `${RETRY_ID_PREFIX}${id}`,
      type: 'startOnce',
      dispensary_id: id,
      ended_as: null,
      scheduled_for: inMinutes(10 + index),
    });
  }
  const [off] = stores;
  const counted = async () => ({
    groups: await groupFailures(db, { since: inMinutes(-60), limit: 5, retryPrefix: RETRY_ID_PREFIX }),
    ...(await countScheduled(db, RETRY_ID_PREFIX)),
    failed: (await countLastHour(db)).failed,
  });
  expect(await counted()).toMatchObject({ groups: [{ stopped: 0, retrying: 3 }], retries: 3, failed: 3 });
  await db.updateTable('dispensaries').set({ crawl_enabled: false }).where('id', '=', off!).execute();
  expect(await counted()).toMatchObject({
    groups: [{ count: 3, recovered: 0, stopped: 1, retrying: 2 }],
    count: 3,
    retries: 2,
    failed: 2,
  });
  // A crawl that somebody started by hand before goes on.
  await makeRun(db, {
    id: runIdAt(inMinutes(-1).getTime()),
    workflow_id: `crawl/${off}`,
    dispensary_id: off!,
    ended_as: null,
  });
  expect(await counted()).toMatchObject({ groups: [{ stopped: 0, retrying: 3 }], retries: 2 });
});

test('a failure of a store whose crawls are switched off needs nobody, so it does not count', async () => {
  const { db } = await createTestDatabase();
  const id = await makeDispensary(db);
  await makeRun(db, { dispensary_id: id, ended_at: inMinutes(-1), ended_as: 'failed' });
  expect(await countLastHour(db)).toMatchObject({ failed: 1 });
  await db.updateTable('dispensaries').set({ crawl_enabled: false }).where('id', '=', id).execute();
  expect(await countLastHour(db)).toMatchObject({ failed: 0, worst: null });
});

test('a job that was retried counts once everywhere, as its newest run ended', async () => {
  const { db } = await createTestDatabase();
  const run = (name: string, minutes: number, outcome: 'failed' | 'completed' | null) =>
    makeJobRun(db, {
      name,
      id: runIdAt(inMinutes(minutes - 1).getTime()),
      ended_at: outcome === null ? null : inMinutes(minutes),
      ended_as: outcome,
    });
  for (const minutes of [-30, -20, -10]) await run('stubborn', minutes, 'failed');
  await run('cured', -20, 'failed');
  await run('cured', -10, 'completed');
  await run('retried', -20, 'failed');
  await run('retried', -1, null);
  expect(await countLastHour(db)).toMatchObject({ completed: 1, failed: 1, failedJobs: 1, kind: null });
  const ended = await countEnded(db, { since: inMinutes(-60), until: inMinutes(60) });
  const count = (outcome: string) =>
    ended.filter((one) => one.outcome === outcome).reduce((sum, one) => sum + one.count, 0);
  expect([count('failed'), count('completed')]).toEqual([1, 1]);
});

test('the store that refused most resting proxies last is named, and none where they rest for other reasons', async () => {
  const { db } = await createTestDatabase();
  const [first, second, third] = (await makeProxies(db, 3)) as [number, number, number];
  const id = await makeDispensary(db, { name: 'Copper Fern' });
  const { menu_url: pageUrl } = await db
    .selectFrom('dispensaries')
    .select('menu_url')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const rest = async (proxyId: number, outcome: 'blocked' | 'fault') => {
    await record(db, proxyId, { outcome, pageUrl });
    await sql`
      update proxies set is_active = false, cooldowns = 1, cooled_for = 'dutchie', cooldown_until = now() + interval '5 minutes'
      where id = ${proxyId}
    `.execute(db);
  };
  await rest(first, 'fault');
  expect(await readProxyStanding(db)).toMatchObject({ resting: 1, refusedBy: null });
  await rest(second, 'blocked');
  expect(await readProxyStanding(db)).toMatchObject({ resting: 2, refusedBy: null });
  await rest(third, 'blocked');
  expect(await readProxyStanding(db)).toMatchObject({
    resting: 3,
    refusedBy: { id, name: 'Copper Fern', proxies: 2 },
  });
});

test('an open breaker has the last refusal of its target', async () => {
  const { db } = await createTestDatabase();
  const ids = await makeProxies(db, 2);
  for (const [at, detail] of ['HTTP 403', 'a challenge page'].entries())
    await record(db, ids[at]!, {
      outcome: 'blocked',
      detail,
      pageUrl: `https://dutchie.com/embedded-menu/store-${at}`,
    });
  expect(await listOpenBreakers(db)).toMatchObject([{ target: 'dutchie', lastRefusal: 'a challenge page' }]);
});

test('dispensaries whose newest menu was rejected within a day are counted until a newer one is believed', async () => {
  const { db } = await createTestDatabase();
  const { id } = await quarantineOne(db);
  expect(await findRejected(db)).toBeNull();
  await sql`update raw_crawl_payloads set verdict = 'rejected', decided_at = now(), fetched_at = now() - interval '30 hours'`.execute(
    db,
  );
  expect(await findRejected(db)).toEqual({
    platform: 'dutchie',
    fault: 'empty',
    dispensaries: 1,
    payloadId: id,
  });
  await sql`update dispensaries set crawl_enabled = false`.execute(db);
  expect(await findRejected(db)).toBeNull();
  await sql`update dispensaries set crawl_enabled = true`.execute(db);
  await sql`update dispensaries set current_payload_fetched_at = now() - interval '1 hour'`.execute(db);
  expect(await findRejected(db)).toBeNull();
  await sql`update dispensaries set current_payload_fetched_at = null`.execute(db);
  await sql`update raw_crawl_payloads set decided_at = now() - interval '25 hours'`.execute(db);
  expect(await findRejected(db)).toBeNull();
});
