import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { stopTarget } from '../../../db/queries/pace-control.ts';
import { tellDetail } from '../../../cli/commands/tasks/tell-tasks.ts';
import { toDetail } from '../../../reports/task-answer.ts';
import { readTaskDetail } from '../../../reports/task-detail.ts';
import { startOrSchedule } from '../../../temporal-client/start-or-schedule.ts';
import { startCrawl } from '../../../temporal-client/crawl-control.ts';
import { planCrawl } from '../../../temporal-client/task-plans.ts';
import { taskId } from '../../../temporal-config/workflow-ids.ts';
import { addLargestDispensary } from '../../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../../support/crawl-world.ts';
import { untilWaiting } from '../../support/crawl-backlog.ts';
import { createTurnWorld, PATIENCE } from '../../support/turn-world.ts';

const TIME = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;

async function waitingFor({ db, client }: CrawlWorld, workflowId: string) {
  const { runId } = await client.workflow.getHandle(workflowId).describe();
  return (await readTaskDetail({ db, client }, { workflowId, runId }))?.waitingFor;
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
    await expect.poll(() => waitingFor(world, waiting), PATIENCE).toMatch(inTheWay);
  await world.release();
  await refresh.result();
  expect(await waitingFor(world, refresh.workflowId)).toBeNull();
});

test('a task says which queue no worker serves, and all that keeps its requests back', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { db } = world;
  const { dispensary } = await addLargestDispensary(world);
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  const { workflowId } = handle;
  const told = () => waitingFor(world, workflowId);
  expect(await told()).toBe('a worker: none serves the queue `crawlchain`');
  const { runId } = await handle.describe();
  const detail = await readTaskDetail(world, { workflowId, runId });
  expect(tellDetail(toDetail(detail!))).toMatch(/^waits for +a worker: none serves the queue `crawlchain`$/m);
  await world.startWorker('decider', { WORKER_QUEUES: 'crawlchain' });
  await untilWaiting(world.client, dispensary.id);
  expect(await told()).toBe('a worker: none serves the queue `fetch-dutchie`');
  await stopTarget(db, 'dutchie', 'a test');
  await sql`update proxies set is_active = false, cooldown_until = now() + interval '1 hour'`.execute(db);
  await sql`insert into target_breakers (target, open_until, openings) values ('dutchie', now() + interval '1 hour', 1)`.execute(
    db,
  );
  expect(await told()).toMatch(
    new RegExp(
      '^a worker: none serves the queue `fetch-dutchie`; ' +
        `an active proxy: 0 in use, \\d+ cooling down, the first until ${TIME}; ` +
        `an operator to start dutchie: stopped since ${TIME}: a test; ` +
        `dutchie to recover: it refuses everybody, and its breaker is open until ${TIME}$`,
    ),
  );
  await world.startWorker('fetcher', { WORKER_QUEUES: 'fetch-dutchie', WAIT_FOR_COOLING_PROXIES: 'true' });
  await expect
    .poll(told, PATIENCE)
    .toMatch(
      new RegExp(
        `^attempt 2 at ${TIME}, after: .+; an active proxy: 0 in use, .+; an operator to start dutchie`,
      ),
    );
});
