import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { listRunEvents } from '../../../db/queries/run-events.ts';
import { findNewestRun } from '../../../db/queries/runs.ts';
import { recordHeartbeat, registerWorker } from '../../../db/queries/worker-registry.ts';
import { applySchedules } from '../../../temporal-client/apply-schedules.ts';
import { schedulesOf } from '../../../temporal-client/schedule-definitions.ts';
import { taskId } from '../../../temporal-config/workflow-ids.ts';
import { startApiServer } from '../../support/api-server.ts';
import { ownWorker, TOLD } from '../../support/own-worker.ts';
import { JOB_TYPES } from '../../support/run-jobs.ts';
import { runProgram } from '../../support/run-program.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeDispensary } from '../db/make-crawl.ts';

async function createPlace() {
  const { db } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const { url: CRAWLCHAIN_URL } = await startApiServer({
    db,
    client,
    isFollowed: false,
    env: { JOB_TYPES },
  });
  const environment = { CRAWLCHAIN_URL };
  const because = async (reason: string, ...text: string[]) => {
    const called = await runProgram('cli/main.ts', [...text, '--reason', reason], environment);
    expect([text, called]).toMatchObject([text, { code: 0 }]);
  };
  return { db, client, environment, because };
}

/** Reads the events of the newest run of a workflow, with their reasons; null if there is no run. */
async function reportedOf(db: Db, workflowId: string) {
  const run = await findNewestRun(db, workflowId);
  if (run === null) return null;
  const events = await listRunEvents(db, run.id);
  return { id: taskId(workflowId, run.runId), events: events.map(({ event, reason }) => [event, reason]) };
}

test('the reason of a command that starts, retries or ends tasks and jobs is in their timelines', async () => {
  const { db, client, because } = await createPlace();
  const store = await makeDispensary(db);
  const crawl = `crawl/${store}`;
  await because('a look', 'crawl', String(store));
  const first = await reportedOf(db, crawl);
  expect(first?.events).toEqual([['created', 'a look']]);
  await client.workflow.getHandle(crawl).terminate('a test');
  await because('a second look', 'tasks', 'retry', first!.id);
  const second = await reportedOf(db, crawl);
  expect(second?.events).toEqual([['created', 'a second look']]);
  await because('enough', 'tasks', 'cancel', second!.id);
  expect((await reportedOf(db, crawl))?.events[1]).toEqual(['cancel_requested', 'enough']);
  await because('all of them', 'crawl', 'az');
  expect((await reportedOf(db, 'crawl-due/AZ'))?.events).toEqual([['created', 'all of them']]);

  await because('a new area', 'discover', 'NV');
  expect((await reportedOf(db, 'discover/dutchie/NV'))?.events).toEqual([['created', 'a new area']]);
  await because('new', 'dispensaries', 'add', 'https://dutchie.com/dispensary/a-new-one');
  const added = await db.selectFrom('dispensaries').select('id').where('id', '<>', store).executeTakeFirst();
  expect((await reportedOf(db, `resolve/${added?.id}`))?.events).toEqual([['created', 'new']]);

  await because('a trial', 'jobs', 'start', 'wait', '--id', 'own');
  expect((await reportedOf(db, 'job/own'))?.events).toEqual([['created', 'a trial']]);
  await because('a mistake', 'jobs', 'cancel', 'own');
  expect((await reportedOf(db, 'job/own'))?.events[1]).toEqual(['cancel_requested', 'a mistake']);
  await client.workflow.getHandle('job/own').terminate('a test');
  await because('once more', 'jobs', 'retry', 'own');
  expect((await reportedOf(db, 'job/own'))?.events).toEqual([['created', 'once more']]);
});

test('who asked a worker to stop and why is shown with it, also after its end', async () => {
  const { db, environment, because } = await createPlace();
  const facts = ownWorker('worker-1');
  await registerWorker(db, { facts, state: TOLD }, () => 'Xylos');
  await because('its disk is full', 'workers', 'decommission', 'worker-1');
  const listed = async (...text: string[]) =>
    (await runProgram('cli/main.ts', ['workers', 'list', ...text], environment)).stdout;
  const requested = 'asked to stop by this machine: its disk is full';
  expect(await listed()).toContain(` active, ${requested} `);
  await recordHeartbeat(db, facts, { ...TOLD, status: 'decommissioned' });
  expect(await listed('--all')).toContain(` decommissioned, ${requested} `);
});

test('the reason of a command that changes a schedule is in the audit, and `audit` shows it', async () => {
  const { client, environment, because } = await createPlace();
  await applySchedules(client, schedulesOf(readEnvironment({})));
  const schedule = 'analytics_refresh';
  await because('twice as often', 'schedules', 'edit', schedule, '--interval', '6h');
  await because('the disk is full', 'schedules', 'pause', schedule);
  await because('there is room', 'schedules', 'resume', schedule);
  const { stdout } = await runProgram('cli/main.ts', ['audit'], environment);
  const reported = stdout.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' '));
  for (const [call, reason] of [
    ['PUT /api/schedules/analytics_refresh', 'twice as often'],
    ['POST /api/schedules/analytics_refresh/pause', 'the disk is full'],
    ['POST /api/schedules/analytics_refresh/resume', 'there is room'],
  ])
    expect(reported).toContainEqual(expect.stringMatching(`${call} .*${reason}`));
});
