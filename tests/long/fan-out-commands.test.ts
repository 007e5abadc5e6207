import { RawValue } from '@temporalio/common';
import { expect, test } from 'vitest';
import { applySchedules } from '../../temporal-client/apply-schedules.ts';
import { startCrawlDue } from '../../temporal-client/crawl-control.ts';
import { startPlanLater } from '../../temporal-client/start-plan.ts';
import { planUpkeep } from '../../temporal-client/task-plans.ts';
import { defaultSchedules } from '../../temporal-config/schedules.ts';
import { WORKFLOW_QUEUE } from '../../temporal-config/task-queues.ts';
import { taskId } from '../../temporal-config/workflow-ids.ts';
import { startApiServer } from '../support/api-server.ts';
import { createGate } from '../support/chain-gate.ts';
import { createFanOutWorld } from '../support/fan-out-world.ts';
import { runProgram } from '../support/run-program.ts';

/** How long to poll: visibility lags by a moment. */
const WAIT = { timeout: 120_000, interval: 300 };

async function programOf(world: Awaited<ReturnType<typeof createFanOutWorld>>) {
  const { url: CRAWLCHAIN_URL } = await startApiServer(world);
  return (...text: string[]) => runProgram('cli/main.ts', text, { CRAWLCHAIN_URL });
}

test('a fan-out is seen in the list and by whoever starts it again, and is stopped by its scope', async () => {
  const gate = createGate();
  let isHeld = false;
  const crawl = async (id: number) => (isHeld ? gate.hold(id) : undefined);
  const world = await createFanOutWorld({ crawl });
  const { client } = world;
  const crawlchain = await programOf(world);
  expect(await crawlchain('fan-outs', 'list')).toMatchObject({ code: 0, stdout: 'There are none.\n' });
  const [crawlAll] = defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 });
  await applySchedules(client, [crawlAll!]);
  await world.addDispensaries(2);
  const spread = { batches: 2, overHours: 24 };
  await startCrawlDue(client, { scope: 'all', intervalHours: 0, spread });
  await world.closedChains(1);
  const at = new Date(Date.now() + 86_400_000);
  const later = await startPlanLater(client, planUpkeep('analytics_refresh'), { at });

  await expect
    .poll(async () => (await crawlchain('fan-outs', 'list')).stdout, WAIT)
    .toMatch(/^crawl-due~all~batches~\S+ +running +1\/2 +\S+Z +1 +0 +\S+Z +- +-$/m);
  const { stdout: status } = await crawlchain('status');
  expect(status).toContain(
    `1 of the pending tasks waits for its time, the next until ${at.toISOString().slice(0, 19)}Z; `,
  );
  const waits = taskId(later.workflowId, later.firstExecutionRunId);

  // While a fan-out waits between its batches, other work is still crawled.
  isHeld = true;
  await startCrawlDue(client, { scope: 'all', intervalHours: 0, window: 1 });
  await gate.untilBegun(1);
  const again = await crawlchain('crawl', 'all');
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('1 chains started, 0 were') });
  expect(again.stdout).toContain('`npx crawlchain fan-outs cancel crawl-due/all` stops it.');
  // Polls, because on a busy machine the worker may make the start after the command has stopped waiting for it.
  await expect
    .poll(() => crawlchain('schedules', 'trigger', 'payload_fetch_all'), WAIT)
    .toMatchObject({
      code: 1,
      stdout: 'payload_fetch_all started nothing: crawl-due/all was running already, and goes on.\n',
    });

  expect(await crawlchain('fan-outs', 'cancel', 'ALL')).toMatchObject({
    code: 0,
    stdout: 'The cancellation of crawl-due/all was requested. Chains that it has started go on.\n',
  });
  expect(await crawlchain('fan-outs', 'cancel', 'all/batches')).toMatchObject({
    code: 0,
    stdout: 'The cancellation of crawl-due/all/batches was requested. Chains that it has started go on.\n',
  });
  const requested = world.db.selectFrom('run_events').where('event', '=', 'cancel_requested').select('actor');
  expect(await requested.execute()).toEqual([{ actor: 'this machine' }, { actor: 'this machine' }]);
  gate.letGo();
  await expect
    .poll(async () => JSON.parse((await crawlchain('fan-outs', 'list', '--json')).stdout) as object, WAIT)
    .toMatchObject([
      { workflow_id: 'crawl-due/all', status: 'cancelled', chains_started: null },
      { workflow_id: 'crawl-due/all/batches', scope: 'all', status: 'cancelled', chains_started: null },
    ]);
  expect(await crawlchain('fan-outs', 'cancel', 'all')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('crawl-due/all has ended: it is cancelled.'),
  });
  expect(await crawlchain('fan-outs', 'cancel', 'dutchie/az')).toMatchObject({
    code: 2,
    stderr: 'There is no fan-out "crawl-due~dutchie~AZ".\n',
  });
  expect(await crawlchain('fan-outs', 'cancel', 'nowhere')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no fan-out "nowhere"; it takes'),
  });

  // The start time of the cancelled task is still in the future, so its retry waits for that time.
  await crawlchain('tasks', 'cancel', waits);
  expect((await crawlchain('tasks', 'retry', waits)).stdout).toMatch(
    /^later~\S+ waits for its time again\.$/m,
  );
});

test('a fan-out or job whose input cannot be read has failed, is shown and hides nothing else', async () => {
  const world = await createFanOutWorld();
  const crawlchain = await programOf(world);
  const start = (type: string, { id, encoding, text }: { id: string; encoding: string; text: string }) =>
    world.client.workflow.start(type, {
      workflowId: id,
      taskQueue: WORKFLOW_QUEUE,
      args: [
        RawValue.fromPayload({
          metadata: { encoding: new TextEncoder().encode(encoding) },
          data: new TextEncoder().encode(text),
        }),
      ],
    });
  await start('crawlDue', { id: 'crawl-due/all', encoding: 'foo/bar', text: '{}' });
  await start('crawlDue', { id: 'crawl-due/AZ', encoding: 'json/plain', text: '{not json' });
  await start('job', { id: 'job/odd', encoding: 'json/protobuf', text: '{}' });
  const error: unknown = expect.stringContaining('a payload that cannot be read');
  const list = async () => JSON.parse((await crawlchain('fan-outs', 'list', '--json')).stdout) as object[];
  await expect.poll(list, WAIT).toMatchObject([
    { workflow_id: 'crawl-due/AZ', scope: '', status: 'failed', error },
    { workflow_id: 'crawl-due/all', status: 'failed', error },
  ]);
  expect(await crawlchain('status')).toMatchObject({ code: 0 });
  expect(await crawlchain('jobs', 'show', 'odd')).toMatchObject({ code: 0 });
  expect(await crawlchain('fan-outs', 'cancel', 'all')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('crawl-due/all has ended: it is failed.'),
  });
  await startCrawlDue(world.client, { scope: 'all', intervalHours: 0 });
});
