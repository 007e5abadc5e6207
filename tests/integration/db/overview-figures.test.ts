import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { countLastHour, groupFailures } from '../../../db/queries/failures.ts';
import { countEnded, countScheduled } from '../../../db/queries/overview-figures.ts';
import { RETRY_ID_PREFIX } from '../../../temporal-config/workflow-ids.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeDispensary } from './make-crawl.ts';
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
