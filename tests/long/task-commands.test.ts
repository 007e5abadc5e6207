import { expect, test } from 'vitest';
import { waitForCrawl } from '../../temporal-client/crawl-control.ts';
import { crawlDispensaryId, taskId } from '../../temporal-config/workflow-ids.ts';
import { makeBacklog, type Backlog } from '../support/crawl-backlog.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { startApiServer } from '../support/api-server.ts';
import { expectTasks, listTasks, runTasks } from '../support/run-tasks.ts';

const refused = (complaint: string) => ({ code: 2, stdout: '', stderr: expect.stringContaining(complaint) });

const placeOf = async (world: CrawlWorld) => ({ apiUrl: (await startApiServer(world)).url });

/** Creates a backlog as `makeBacklog` does, but also holds the requests of attempts that follow a timed-out one. */
async function makeHeldBacklog(world: CrawlWorld): Promise<Backlog> {
  const backlog = await makeBacklog(world);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts' }, times: 10, action: { type: 'hold' } }],
  });
  return backlog;
}

test('tasks show, cancel and retry steer one that runs and one that waits', async () => {
  const world = await createCrawlWorld({ dispensaries: 2, products: 10 });
  const place = await placeOf(world);
  const { running, waiting } = await makeHeldBacklog(world);
  await expectTasks(place).toHaveLength(2);
  const [busy] = await listTasks(place, '--dispensary', String(running.id));
  const [idle] = await listTasks(place, '--dispensary', String(waiting[0]!.id));

  const shown = await runTasks(place, 'show', busy!.id);
  // The held request times out after a minute. On a busy machine, this may happen between two commands.
  expect(shown.stdout).toMatch(/^status +(running|claimed|pending): fetch$/m);
  expect(shown.stdout).toMatch(/^fetch +fetcher +\d+ +open +\S+Z +-$/m);
  expect(shown.stdout).toMatch(/^open: fetchMenu, attempt \d+; worker fetcher/m);
  expect(await runTasks(place, 'retry', busy!.id)).toMatchObject(refused('The task has not ended: it is '));

  expect(await runTasks(place, 'cancel', idle!.id)).toMatchObject({
    code: 0,
    stdout: `The cancellation of ${idle!.id} was requested.\n`,
  });
  await expectTasks(place, '--status', 'cancelled').toMatchObject([{ id: idle!.id }]);
  expect(await runTasks(place, 'cancel', idle!.id)).toMatchObject(
    refused('The task has ended: it is cancelled.'),
  );
  const retried = await runTasks(place, 'retry', idle!.id);
  const [, again] = /^(crawl~\S+) is started\.\n$/.exec(retried.stdout) ?? [];
  expect(again).not.toBe(idle!.id);
  expect((await runTasks(place, 'retry', idle!.id)).stdout).toBe(`${again} is open already, and goes on.\n`);
  expect((await runTasks(place, 'recover')).stdout).toBe(
    'Every worker has sent a heartbeat within 10 minutes.\n',
  );
});

test('tasks recover begins anew what is stuck', async () => {
  const world = await createCrawlWorld({ dispensaries: 2, products: 10 });
  const place = await placeOf(world);
  const { running, waiting } = await makeBacklog(world);
  // Reads the task without a command, because on a busy machine each command takes seconds, and the held request times out after a
  // minute.
  const { workflowId, runId } = await world.client.workflow
    .getHandle(crawlDispensaryId(running.id))
    .describe();
  const busy = taskId(workflowId, runId);
  // Polls, because the first heartbeat may come late.
  const find = async () => (await runTasks(place, 'recover', '--threshold', '0', '--dry-run')).stdout;
  await expect
    .poll(find, { timeout: 60_000 })
    .toMatch(new RegExp(`^${busy} .+ fetchMenu +1 +fetcher +\\S+Z +stuck$`, 'm'));
  const recovered = await runTasks(place, 'recover', '--threshold', '0', '--json');
  expect(JSON.parse(recovered.stdout)).toMatchObject({
    dry_run: false,
    recovered: 1,
    tasks: [{ outcome: 'reset', task: { id: busy } }],
  });
  // The first attempt's request is held forever, but the next attempt sends a new one.
  await waitForCrawl(world.client, running.id);
  await waitForCrawl(world.client, waiting[0]!.id);
  const ended = JSON.parse((await runTasks(place, 'show', busy, '--json')).stdout) as object;
  expect(ended).toMatchObject({
    status: 'completed',
    stages: [{ outcome: 'completed' }, { stage: 'ingest' }],
  });
});
