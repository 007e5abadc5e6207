import { expect, test } from 'vitest';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { readEnvironment } from '../../config/environment.ts';
import { applySchedules } from '../../temporal-client/apply-schedules.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { schedulesOf } from '../../temporal-client/schedule-definitions.ts';
import { taskId } from '../../temporal-config/workflow-ids.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** How long to poll: the list of schedules lags by a moment. */
const WAIT = { timeout: 60_000, interval: 500 };

const UI = { TEMPORAL_UI_URL: 'https://temporal.example/ui/' };

test('status, open and diff tell what a crawl has left', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { dispensary, store } = await addLargestDispensary(world);
  await applySchedules(world.client, schedulesOf(readEnvironment({})));
  await world.startWorker('worker-9');
  const crawl = async () => (await startCrawl(world.client, dispensary, { images: false })).handle.result();
  const { payloadId: first } = await crawl();
  await world.evolve();
  const { payloadId: second } = await crawl();

  const { storageRoot: STORAGE_ROOT, namespace: TEMPORAL_NAMESPACE } = world;
  const { url } = await startApiServer({ ...world, env: { STORAGE_ROOT, TEMPORAL_NAMESPACE, ...UI } });
  const status = () => runProgram('cli/main.ts', ['status'], { CRAWLCHAIN_URL: url });
  // The ledger may learn of the end of the second crawl a moment later.
  await expect.poll(async () => (await status()).stdout, WAIT).toContain('Open work\n  Nothing is open.\n');
  const shown = await status();
  expect(shown.code).toBe(0);
  expect(shown.stdout).toMatch(/^Verdict +(good|degraded|bad): /);
  expect(shown.stdout).toContain(`\nAPI       ${url}\nTemporal  answers\n`);
  expect(shown.stdout).toContain(
    `Web UI    https://temporal.example/ui/namespaces/${world.namespace}/workflows\n`,
  );
  expect(shown.stdout).toContain('Workers\n  1 active; see `npx crawlchain workers list`.\n');
  expect(shown.stdout).toContain('Failures of the last day\n  None.\n');
  await expect
    .poll(async () => (await status()).stdout, WAIT)
    .toContain('Schedules\n  5 of 5 are active; see `npx crawlchain schedules list`.\n');

  const diff = (...text: string[]) => runProgram('cli/main.ts', ['diff', ...text], { CRAWLCHAIN_URL: url });
  const byDispensary = await diff(store.slug, '--json');
  const byPayloads = await diff(String(first), String(second), '--json');
  expect(byPayloads.code).toBe(0);
  expect(JSON.parse(byPayloads.stdout)).toMatchObject({ from: { id: first }, to: { id: second } });
  expect(byDispensary).toEqual(byPayloads);
  expect(await diff('no-such-store')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no dispensary "no-such-store"'),
  });
  expect(await diff('1', 'x')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"x" is not the id of a payload'),
  });
});

test('open links a chain by its dispensary, its task and its workflow, and says what is missing', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 5 });
  const { dispensary, store } = await addLargestDispensary(world);
  const { namespace: TEMPORAL_NAMESPACE } = world;
  const { url: CRAWLCHAIN_URL } = await startApiServer({ ...world, env: { TEMPORAL_NAMESPACE, ...UI } });
  const open = (text: string[], env: Record<string, string> = {}) =>
    runProgram('cli/main.ts', ['open', ...text], { CRAWLCHAIN_URL, ...env });
  expect(await open([store.slug])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`Temporal has no workflow crawl/${dispensary.id}: `),
  });
  expect(await open(['no-such-store'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('or the id of a workflow, such as crawl/1.'),
  });
  const { handle } = await startCrawl(world.client, dispensary);
  const { workflowId } = handle;
  const { runId } = await handle.describe();
  const url = `https://temporal.example/ui/namespaces/${world.namespace}/workflows/crawl%2F${dispensary.id}/${runId}/history`;
  for (const what of [store.slug, workflowId, taskId(workflowId, runId)]) {
    expect(await open([what])).toMatchObject({ code: 0, stdout: `${url}\n` });
  }
  const { url: withoutUi } = await startApiServer({ ...world, isFollowed: false });
  expect(await open([workflowId], { CRAWLCHAIN_URL: withoutUi })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('set TEMPORAL_UI_URL of the API'),
  });

  const folder = await temporaryFolder('opener-');
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  await writeFile(join(folder, opener), `#!/bin/sh\nprintf %s "$1" > '${folder}/opened'\n`);
  await chmod(join(folder, opener), 0o755);
  const opened = await open([workflowId, '--browser', '--json'], {
    PATH: `${folder}${delimiter}${process.env.PATH}`,
  });
  expect(JSON.parse(opened.stdout)).toEqual({ workflow_id: workflowId, run_id: runId, url });
  expect(await readFile(join(folder, 'opened'), 'utf8')).toBe(url);
  await handle.terminate('for a test');
});
