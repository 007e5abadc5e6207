import { expect, test, vi } from 'vitest';
import { startCrawlDue } from '../../temporal-client/crawl-control.ts';
import { listFanOuts } from '../../temporal-client/describe-fan-outs.ts';
import { taskId } from '../../temporal-config/workflow-ids.ts';
import { startApiServer } from '../support/api-server.ts';
import { createFanOutWorld } from '../support/fan-out-world.ts';

/** How long to poll: visibility lags by a moment, and the list is refreshed only every few seconds. */
const WAIT = { timeout: 60_000, interval: 300 };

test('a long fan-out is one, by whichever of its runs it is asked for, also when another one has its id', async () => {
  const world = await createFanOutWorld();
  const { call } = await startApiServer(world);
  await world.addDispensaries(103);
  const { handle } = await startCrawlDue(world.client, { scope: 'all', intervalHours: 0, pageSize: 1 });
  await handle.result();
  await world.closedChains(103);
  const runs = (await world.fanOutRuns()).map(({ runId }) => runId);
  expect(runs).toHaveLength(2);
  const expected = {
    id: taskId('crawl-due/all', runs[0]!),
    run_id: runs[0],
    status: 'completed',
    batches: null,
    chains_started: 103,
    chains_running_before: 0,
    chains_open: 0,
    chains_completed: 103,
    summary: '103 chains started, 0 were running already',
  };
  const byRun = async (runId: string) =>
    (await call<object>('GET', `/api/fan-outs/${taskId('crawl-due/all', runId)}`)).body;
  for (const runId of runs) expect(await byRun(runId)).toMatchObject(expected);
  // Simulates that visibility shows a run as open which has already continued as new.
  const listed = (async function* () {
    yield { workflowId: 'crawl-due/all', runId: runs[0]! };
  })();
  vi.spyOn(world.client.workflow, 'list').mockReturnValueOnce(listed as never);
  expect(await listFanOuts(world.client)).toMatchObject([{ id: expected.id, status: 'completed' }]);
  await (await startCrawlDue(world.client, { scope: 'all', intervalHours: 24 })).handle.result();
  for (const runId of runs) expect(await byRun(runId)).toMatchObject(expected);
  await expect
    .poll(async () => (await call<{ items: object[] }>('GET', '/api/fan-outs')).body.items, WAIT)
    .toMatchObject([{ chains_started: expect.any(Number) }, { id: expected.id, status: 'completed' }]);
});
