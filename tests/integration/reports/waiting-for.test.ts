import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { stopTarget } from '../../../db/queries/pace-control.ts';
import { formatTask } from '../../../cli/commands/tasks/format-tasks.ts';
import { toDetail } from '../../../reports/task-answer.ts';
import { startNoted } from '../../../ledger/note-start.ts';
import { listTasks } from '../../../reports/list-tasks.ts';
import { readTaskDetail } from '../../../reports/task-detail.ts';
import { startOrSchedule } from '../../../temporal-client/start-or-schedule.ts';
import { planCrawl } from '../../../temporal-client/task-plans.ts';
import { taskId } from '../../../temporal-config/workflow-ids.ts';
import { addLargestDispensary } from '../../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../../support/crawl-world.ts';
import { untilWaiting } from '../../support/crawl-backlog.ts';
import { createTurnWorld, PATIENCE } from '../../support/store-wait-world.ts';

const TIME = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;

async function waitingFor({ db, client }: CrawlWorld, workflowId: string) {
  const { runId } = await client.workflow.getHandle(workflowId).describe();
  return (await readTaskDetail({ db, client }, { workflowId, runId }))?.waitingFor;
}

/** Returns what a task waits for according to the list of tasks, which does not ask Temporal. */
async function listedAs({ db }: CrawlWorld, workflowId: string) {
  const { items } = await listTasks(db, {}, { after: null, limit: 100 });
  return items.find((task) => task.workflow_id === workflowId)?.waiting_for;
}

test('a task says that it waits for its time, or for another task of its store, and for nothing once it is over', async () => {
  const world = await createTurnWorld();
  const chain = await world.crawlHeld();
  const { workflowId, runId } = await chain.describe();
  const at = new Date(Date.now() + 3_600_000);
  const later = await startOrSchedule(world.client, planCrawl(world.store, { images: false }), { at });
  expect(await waitingFor(world, later.workflowId)).toMatch(new RegExp(`^its time: ${TIME}$`));
  const now = await startOrSchedule(world.client, planCrawl(world.store, { images: false }), {
    at: new Date(Date.now() + 500),
  });
  const refresh = await world.refresh(world.payloadIds[0]!);
  await world.untilWaiting(refresh.workflowId, now.workflowId);
  const inTheWay = new RegExp(`^another task of the store: ${taskId(workflowId, runId)}, since ${TIME}$`);
  for (const waiting of [refresh.workflowId, now.workflowId])
    for (const ask of [waitingFor, listedAs])
      await expect.poll(() => ask(world, waiting), PATIENCE).toMatch(inTheWay);
  expect(await listedAs(world, later.workflowId)).toMatch(new RegExp(`^its time: ${TIME}$`));
  await world.release();
  await refresh.result();
  for (const ask of [waitingFor, listedAs])
    await expect.poll(() => ask(world, refresh.workflowId), PATIENCE).toBeNull();
});

test('a task says which queue no worker serves, and all that keeps its requests back', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { db } = world;
  const { dispensary } = await addLargestDispensary(world);
  const plan = planCrawl(dispensary, { images: false });
  const { workflowId, runId } = await startNoted(world, plan, { requestedBy: null });
  const reported = () => waitingFor(world, workflowId);
  const listed = () => listedAs(world, workflowId);
  expect(await reported()).toBe('a worker: none serves the queue `crawlchain`');
  expect(await listed()).toMatch(
    /^a worker: none serves the queue `crawlchain`; a worker: none serves the queue `fetch-dutchie`/,
  );
  const detail = await readTaskDetail(world, { workflowId, runId });
  expect(formatTask({ ...toDetail(detail!), web_ui_url: null })).toMatch(
    /^waits for +a worker: none serves the queue `crawlchain`$/m,
  );
  await world.startWorker('decider', { WORKER_QUEUES: 'crawlchain' });
  await untilWaiting(world.client, dispensary.id);
  for (const ask of [reported, listed])
    expect(await ask()).toBe('a worker: none serves the queue `fetch-dutchie`');
  await stopTarget(db, 'dutchie', 'a test.');
  await sql`update proxies set is_active = false, cooldown_until = now() + interval '1 hour'`.execute(db);
  await sql`insert into target_breakers (target, open_until, openings) values ('dutchie', now() + interval '1 hour', 1)`.execute(
    db,
  );
  const all = new RegExp(
    '^a worker: none serves the queue `fetch-dutchie`; ' +
      `an active proxy: 0 in use, \\d+ cooling down, the first until ${TIME}; ` +
      `an operator to start dutchie: stopped since ${TIME}: a test; ` +
      `dutchie to answer again: it refuses every proxy, and a single request tries it at ${TIME}$`,
  );
  for (const ask of [reported, listed]) expect(await ask()).toMatch(all);
  await world.startWorker('fetcher', { WORKER_QUEUES: 'fetch-dutchie', WAIT_FOR_COOLING_PROXIES: 'true' });
  const again = new RegExp(
    `^attempt \\d, which starts at ${TIME}; an active proxy: 0 in use, .+; an operator to start dutchie: stopped since ${TIME}: a test; `,
  );
  for (const ask of [reported, listed]) await expect.poll(ask, PATIENCE).toMatch(again);
});

test('a chain whose menu only a browser gets says that no worker has one', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { dispensary } = await addLargestDispensary(world);
  await sql`update dispensaries set fetch_mode = 'browser'`.execute(world.db);
  const plan = planCrawl(dispensary, { images: false });
  const { workflowId } = await startNoted(world, plan, { requestedBy: null });
  await world.startWorker('worker-1', { WORKER_QUEUES: 'crawlchain,fetch-dutchie' });
  for (const ask of [waitingFor, listedAs])
    await expect
      .poll(() => ask(world, workflowId), PATIENCE)
      .toBe('a worker: none serves the queue `browser`');
});
