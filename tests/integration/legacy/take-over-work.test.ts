import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { sql, type KyselyPlugin } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compareQueues } from '../../../legacy/compare-queues.ts';
import { readLegacyQueue } from '../../../legacy/read-queue.ts';
import { migrateFully, startResync } from '../../../legacy/take-over-work.ts';
import { defaultSchedules } from '../../../temporal-config/schedules.ts';
import { startAnalyticsRefresh } from '../../../temporal-client/crawl-control.ts';
import { applySchedules } from '../../../temporal-client/apply-schedules.ts';
import { openLegacyQueue } from '../../support/legacy-queue.ts';
import { openLink } from '../../support/server-link.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const REAL = { isDryRun: false };
const DRY = { isDryRun: true };

async function openBoth() {
  const [legacy, { db }, { client, address }] = [
    await openLegacyQueue(),
    await createTestDatabase(),
    await createTestNamespace(),
  ];
  for (const [name, state] of [
    ['one', 'AZ'],
    ['two', 'NV'],
  ] as const) {
    await sql`
      insert into dispensaries (name, platform, slug, menu_url, state)
      values (${name}, 'dutchie', ${name}, ${`https://dutchie.com/dispensary/${name}`}, ${state})
    `.execute(db);
  }
  return { legacy, db, client, address, discoveryStates: ['AZ'] };
}

/** Creates a plugin that calls `then` after each response of the database. */
function onceAsked(then: () => void): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      then();
      return Promise.resolve(result);
    },
  };
}

describe('the migration', () => {
  test('dry, it starts nothing and changes nothing', async () => {
    const tools = await openBoth();
    const before = await readLegacyQueue(tools.legacy);
    const reported = await migrateFully(tools, DRY);
    expect(reported).toMatchObject({
      disabled_schedules: [{ disabled: 2 }, { disabled: 1 }],
      cancelled_work: [{ cancelled: 3 }, { cancelled: 2 }],
      resync: { scope: 'all', dispensaries: 2, workflow_id: 'crawl-due/all', outcome: 'would start' },
      discovery: { workflow_id: 'discover/dutchie/all', run_id: null, outcome: 'would start' },
      analytics: { workflow_id: 'analytics', outcome: 'would start' },
    });
    expect(await readLegacyQueue(tools.legacy)).toEqual(before);
    await expect(tools.client.workflow.getHandle('crawl-due/all').describe()).rejects.toThrow(
      WorkflowNotFoundError,
    );
  });

  test('stops the queue before, goes on here, and may be repeated', async () => {
    const tools = await openBoth();
    const done = await migrateFully(tools, REAL);
    expect(done).toMatchObject({
      disabled_schedules: [{ disabled: 2 }, { disabled: 1 }],
      resync: { dispensaries: 2, outcome: 'started' },
      discovery: { outcome: 'started' },
      analytics: { outcome: 'started' },
    });
    for (const { workflow_id: id, run_id: runId } of [done.resync, done.discovery, done.analytics]) {
      const { status, runId: described } = await tools.client.workflow.getHandle(id).describe();
      expect([status.name, described]).toEqual(['RUNNING', runId]);
    }
    expect(await migrateFully(tools, REAL)).toMatchObject({
      disabled_schedules: [{ disabled: 0 }, { disabled: 0 }],
      cancelled_work: [{ cancelled: 0 }, { cancelled: 0 }],
      resync: { outcome: 'already running' },
      discovery: { outcome: 'already running' },
      analytics: { outcome: 'already running' },
    });
  });

  test('a table that lacks what it needs is named, and nothing is half done', async () => {
    const tools = await openBoth();
    await sql`alter table worker_tasks drop column status cascade`.execute(tools.legacy);
    const before = await readLegacyQueue(tools.legacy);
    for (const request of [DRY, REAL]) {
      await expect(migrateFully(tools, request)).rejects.toThrow(
        /^The table worker_tasks has no column status, there are id, role, .* Stop the program that reads it\.$/,
      );
    }
    expect(await readLegacyQueue(tools.legacy)).toEqual(before);
    await expect(tools.client.workflow.getHandle('crawl-due/all').describe()).rejects.toThrow(
      WorkflowNotFoundError,
    );
  });

  test('the queue before runs on where nothing can be started here', async () => {
    const tools = await openBoth();
    const before = await readLegacyQueue(tools.legacy);
    const client = new Client({ connection: tools.client.connection, namespace: 'no-such-namespace' });
    await expect(migrateFully({ ...tools, client }, REAL)).rejects.toThrow('no-such-namespace');
    expect(await readLegacyQueue(tools.legacy)).toEqual(before);
  });

  test('says that the queue before is stopped where Temporal goes away in between', async () => {
    const tools = await openBoth();
    const link = await openLink(tools.address);
    const connection = await Connection.connect({ address: link.address });
    onTestFinished(() => connection.close());
    const client = new Client({ connection, namespace: tools.client.options.namespace });
    const legacy = tools.legacy.withPlugin(onceAsked(() => link.holdAnswers()));
    await expect(migrateFully({ ...tools, legacy, client }, REAL)).rejects.toThrow(
      /^The legacy queue is stopped, but .* Temporal did not answer within 5 s.* Repeat the call to start the rest\.$/,
    );
    expect(await migrateFully(tools, REAL)).toMatchObject({
      disabled_schedules: [{ disabled: 0 }, { disabled: 0 }],
      cancelled_work: [{ cancelled: 0 }, { cancelled: 0 }],
      resync: { dispensaries: 2 },
      discovery: { outcome: 'started' },
      analytics: { outcome: 'started' },
    });
  });

  test('dry, it says what runs already and what it leaves alone', async () => {
    const tools = await openBoth();
    const { handle } = await startAnalyticsRefresh(tools.client);
    const { runId } = await handle.describe();
    await sql`update dispensaries set last_crawl_started_at = now() where state = 'NV'`.execute(tools.db);
    const reported = await migrateFully(tools, DRY);
    expect(reported).toMatchObject({
      resync: { outcome: 'would start', run_id: null, dispensaries: 1, left_alone: 1 },
      discovery: { outcome: 'would start' },
      analytics: { outcome: 'already running', run_id: runId },
    });
    expect(await migrateFully(tools, REAL)).toMatchObject({
      resync: { outcome: 'started', dispensaries: 1, left_alone: 1 },
      discovery: { outcome: 'started' },
      analytics: reported.analytics,
    });
    await handle.terminate();
    expect(await migrateFully(tools, DRY)).toMatchObject({
      resync: { outcome: 'already running' },
      analytics: { outcome: 'would start', run_id: null },
    });
  });

  test('crawls the stores of a state alone where it is asked to, and not those that were crawled just now', async () => {
    const { db, client } = await openBoth();
    expect(await startResync({ db, client }, { stateCode: 'NV', isDryRun: false })).toMatchObject({
      scope: 'NV',
      dispensaries: 1,
      workflow_id: 'crawl-due/NV',
      outcome: 'started',
    });
    await sql`update dispensaries set last_crawl_started_at = now()`.execute(db);
    expect(await startResync({ db, client }, { stateCode: 'NV', isDryRun: true })).toMatchObject({
      dispensaries: 0,
    });
  });

  test('says what is left to do, until nothing is', async () => {
    const tools = await openBoth();
    expect((await compareQueues(tools)).remaining).toEqual([
      '2 schedules of task_schedules are enabled',
      '1 schedules of job_schedules are enabled',
      '2 rows of dispensary_crawl_jobs wait for old workers',
      '1 rows of dispensary_crawl_jobs are under way at old workers',
      '3 rows of worker_tasks wait for old workers',
      '2 rows of worker_tasks are under way at old workers',
      'no schedule runs here: `npm run setup:temporal` creates them',
    ]);
    await applySchedules(tools.client, defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 }));
    await migrateFully(tools, REAL);
    await sql`update worker_tasks set status = 'completed' where status in ('claimed', 'running')`.execute(
      tools.legacy,
    );
    await sql`update dispensary_crawl_jobs set status = 'completed' where status = 'running'`.execute(
      tools.legacy,
    );
    await expect.poll(async () => (await compareQueues(tools)).remaining, { timeout: 60_000 }).toEqual([]);
    const { old, new: here } = await compareQueues(tools);
    expect(old.dispensaries).toBeNull();
    expect(here.dispensaries).toEqual({ total: 2, crawl_enabled: 2 });
    expect(here.schedules.enabled).toBeGreaterThan(2);
    expect(Object.keys(here.tasks.by_status)).toEqual(
      expect.arrayContaining(['pending', 'claimed', 'running', 'completed', 'failed', 'cancelled']),
    );
  });
});
