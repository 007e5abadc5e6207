import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { planSearch } from '../../../db/queries/plan-search.ts';
import { countTasks } from '../../../db/queries/run-counts.ts';
import { COUNTED_MAX } from '../../../domain/run-list.ts';
import { listRuns } from '../../../db/queries/runs.ts';
import { makeDispensary } from './make-crawl.ts';
import { countRead } from '../../support/count-read.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const ROLES_THERE = [
  'payload_fetch',
  'payload_fetch',
  'product_discovery',
  'product_refresh',
  'store_discovery',
  'proxy_probe',
];

/** Adds 30,000 runs of several roles. One run in a hundred is open, and workers hold one in ten of the open runs. */
async function makeLedger(db: Db): Promise<void> {
  await sql`
    insert into runs (id, workflow_id, run_id, type, role, priority, ended_as, ended_at)
    select (substr(key_of_moment(began)::text, 1, 14) || '7' || substr(md5(n::text), 1, 3) || '-8' || substr(md5(n::text), 4, 3) || '-'
        || substr(md5(n::text), 7, 12))::uuid,
      'crawl/' || n, 'run-' || n, 'crawlDispensary', (${ROLES_THERE}::text[])[1 + n % 6], nullif(n % 30, 0), case when n % 100 <> 0 then 'completed' end,
      case when n % 100 <> 0 then began + n % 700 * interval '1 second' end
    from generate_series(1, 30000) n cross join lateral (select now() - n * interval '1 minute' as began) moment
  `.execute(db);
  await sql`
    insert into run_heartbeats (run_id, activity_id, activity, attempt, worker, claimed_at, heartbeat_at)
    select run_id, '1', 'fetchMenu', 1, 'Xylos', now(), now() from runs where ended_as is null and workflow_id like '%000'
  `.execute(db);
  // After a vacuum, index-only scans need not read the rows of pages that all transactions can see.
  await sql`vacuum analyze runs`.execute(db);
  await sql`analyze run_heartbeats`.execute(db);
}

test('a page of a list reads little more than its rows, in each order that has an index', async () => {
  const { db } = await createTestDatabase();
  await makeLedger(db);
  const page = { after: null, limit: 50 };
  for (const sort of ['created', 'ended', 'duration', 'priority'] as const) {
    const order = { sort, order: 'desc' } as const;
    expect(
      await countRead(db, 'runs', (tx) => listRuns(tx, { kind: 'task' }, { ...page, order })),
    ).toBeLessThan(200);
  }
  const running = { kind: 'task', statuses: ['running'] } as const;
  expect(await countRead(db, 'runs', (tx) => listRuns(tx, running, page))).toBeLessThan(200);
});

test('counts read the rows of open runs alone', async () => {
  const { db } = await createTestDatabase();
  await makeLedger(db);
  expect(await countRead(db, 'runs', (tx) => countTasks(tx, {}))).toBeLessThan(1_000);
});

test('a search asks the index by its rarer words alone, and finds what has all of them', async () => {
  const { db } = await createTestDatabase();
  await sql`
    insert into runs (id, workflow_id, run_id, type, role, ended_as, ended_at, error_message)
    select key_of_run(n::text, now() - n * interval '1 second'), 'crawl/' || n, n::text, 'crawlDispensary', 'payload_fetch', 'failed', now(),
      'storefront ' || n || case when n % 2 = 0 then ' blue' else ' red' end || case when n % 500 = 7 then ' seldom' else '' end
    from generate_series(1, 3000) n
  `.execute(db);
  await sql`analyze runs`.execute(db);
  const common = async (search: string) =>
    [...(await planSearch(db, { kind: 'task', search })).common].toSorted();
  expect(await common('store 1234')).toEqual(['store']);
  expect(await common('red 1234 store')).toEqual(['red', 'store']);
  expect(await common('store red')).toEqual([]);
  expect(await common('store')).toEqual([]);
  const find = async (search: string) => {
    const found = await listRuns(db, { kind: 'task', search }, { after: null, limit: 50 });
    return found.map(({ run }) => run.runId);
  };
  expect(await find('store 1234')).toEqual(['1234']);
  expect(await find('store 123')).toEqual(['123']);
  expect(await find('blue store 1234')).toEqual(['1234']);
  expect(await find('red store 1234')).toEqual([]);
  expect(await find('STORE seld')).toEqual(['7', '507', '1007', '1507', '2007', '2507']);
  expect(await find('store red')).toHaveLength(50);
  expect(
    await countRead(db, 'runs', (tx) =>
      listRuns(tx, { kind: 'task', search: 'store 1234' }, { after: null, limit: 50 }),
    ),
  ).toBeLessThan(20);
});

test('a search finds tasks by words of the name or the city of their dispensary, and reads little more than these', async () => {
  const { db } = await createTestDatabase();
  const [fern, mesa] = [await makeDispensary(db), await makeDispensary(db)];
  await sql`
    insert into dispensaries (name, platform, platform_dispensary_id, slug, menu_url)
    select 'Old Mill ' || n, 'dutchie', 'mill-' || n, 'mill-' || n, 'https://dutchie.com/embedded-menu/mill-' || n
    from generate_series(1, 300) n
  `.execute(db);
  await sql`update dispensaries set name = 'Copper Fern Oakland Collective', city = 'Oakland' where id = ${fern}`.execute(
    db,
  );
  await sql`update dispensaries set name = 'Mesa 24', city = 'Phoenix' where id = ${mesa}`.execute(db);
  await sql`
    insert into runs (id, workflow_id, run_id, type, role, ended_as, ended_at, error_message, dispensary_id)
    select key_of_run(n::text, now() - n * interval '1 second'), 'crawl/' || n, n::text, 'crawlDispensary', 'payload_fetch', 'failed', now(),
      case when n % 2 = 0 then 'timed out' else 'refused' end || case when n = 9 then ' at phoenix' else '' end,
      case n % 1000 when 1 then ${fern}::bigint when 2 then ${mesa}::bigint end
    from generate_series(1, 30000) n
  `.execute(db);
  await sql`vacuum analyze runs`.execute(db);
  const find = async (search: string) => {
    const found = await listRuns(db, { kind: 'task', search }, { after: null, limit: 50 });
    return found.map(({ run }) => Number(run.runId));
  };
  const ofStore = (rest: number) => Array.from({ length: 30 }, (_, at) => at * 1000 + rest);
  expect(await find('oak fern COPPER')).toEqual(ofStore(1));
  expect(await find('phoenix')).toEqual([2, 9, ...ofStore(2).slice(1)]);
  expect(await find('phoenix refused')).toEqual([9]);
  expect(await find('mesa 24 timed')).toEqual(ofStore(2));
  expect(await find('mesa 2')).toEqual([]);
  expect(await find('fern phoenix')).toEqual([]);
  const counted = await countTasks(db, { search: 'phoenix' });
  expect(counted).toEqual([{ role: 'payload_fetch', status: 'failed', count: 31, isMore: false }]);
  for (const search of ['oak fern', 'phoenix', 'phoenix timed', 'nowhere']) {
    const filter = { kind: 'task', search } as const;
    const read = await countRead(db, 'runs', (tx) => listRuns(tx, filter, { after: null, limit: 50 }));
    expect([search, read < 400]).toEqual([search, true]);
  }
});

test('a hundred jobs that ran often are found without their older runs and those of others, in each order', async () => {
  const { db } = await createTestDatabase();
  await sql`
    insert into runs (id, workflow_id, run_id, type, job_type, ended_as, ended_at)
    select key_of_run(n::text, now() - n * interval '1 second'), 'job/' || n % 100 + n / 10001 * 100, n::text, 'job', 'sync', 'completed', now()
    from generate_series(1, 20000) n
  `.execute(db);
  await sql`vacuum analyze runs`.execute(db);
  const workflowIds = Array.from({ length: 100 }, (_, at) => `job/${100 + at}`);
  for (const sort of ['created', 'ended', 'duration', 'priority'] as const) {
    const read = await countRead(db, 'runs', async (tx) => {
      const page = { after: null, limit: 100, order: { sort, order: 'desc' } } as const;
      const found = await listRuns(tx, { kind: 'job', workflowIds }, page);
      expect(found.map(({ run }) => run.workflowId).toSorted()).toEqual(workflowIds);
    });
    expect([sort, read <= 500]).toEqual([sort, true]);
  }
});

test('what waits is counted up to a bound, and what workers have is not a part of it', async () => {
  const { db } = await createTestDatabase();
  await sql`
    insert into runs (id, workflow_id, run_id, type, role)
    select key_of_run(n::text, now() - n * interval '1 second'), 'crawl/' || n, n::text, 'crawlDispensary',
      case when n <= ${COUNTED_MAX + 3} then 'payload_fetch' else 'product_discovery' end
    from generate_series(1, ${COUNTED_MAX + 9}) n
  `.execute(db);
  await sql`
    insert into run_heartbeats (run_id, activity_id, activity, attempt, worker, claimed_at, heartbeat_at)
    select n::text, activity, 'fetchMenu', 1, case when n <> 5 then 'Xylos' end, now(), now()
    from unnest(array[1, 2, 5, ${COUNTED_MAX + 4}]) n cross join unnest(array['1', '2']) activity
  `.execute(db);
  const counted = await countTasks(db, {});
  expect(counted.toSorted((a, b) => a.count - b.count)).toEqual([
    { role: 'product_discovery', status: 'running', count: 1, isMore: false },
    { role: 'payload_fetch', status: 'running', count: 2, isMore: false },
    { role: 'product_discovery', status: 'pending', count: 5, isMore: false },
    { role: 'payload_fetch', status: 'pending', count: COUNTED_MAX, isMore: true },
  ]);
  expect(await countTasks(db, { statuses: ['running'], roles: ['payload_fetch'] })).toEqual([
    { role: 'payload_fetch', status: 'running', count: 2, isMore: false },
  ]);
  const listed = await listRuns(db, { kind: 'task', statuses: ['pending'] }, { after: null, limit: 4 });
  expect(listed.map(({ run }) => run.runId)).toEqual(['3', '4', '5', '6']);
});
