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
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function crawlchain(world: CrawlWorld, words: string[], env: Record<string, string> = {}) {
  return runProgram('cli/main.ts', words, {
    DATABASE_URL: world.databaseUrl,
    TEMPORAL_ADDRESS: world.temporalAddress,
    TEMPORAL_NAMESPACE: world.namespace,
    STORAGE_ROOT: world.storageRoot,
    ...env,
  });
}

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

  const shown = await crawlchain(world, ['status'], UI);
  expect(shown.code).toBe(0);
  expect(shown.stdout).toMatch(/^Database +PostgreSQL \d+\.\d+ at 127\.0\.0\.1:\d+\/test_\w+$/m);
  expect(shown.stdout).toContain(`namespace ${world.namespace}\n`);
  expect(shown.stdout).toContain(
    `Web UI    https://temporal.example/ui/namespaces/${world.namespace}/workflows\n`,
  );
  expect(shown.stdout).toMatch(/^ {2}\S+ +worker-9 +active +0\/3 /m);
  expect(shown.stdout).toContain('Open work\n  Nothing is open.\n');
  expect(shown.stdout).toMatch(/ \(1\) +payload_fetch +\S+Z +\S+Z +completed +\d+$/m);
  expect(shown.stdout).toContain('Failures of the last hour\n  None.\n');
  expect(shown.stdout).toMatch(/^ {2}payload_fetch_all +\d{4}-\S+Z /m);

  const { url } = await startApiServer({ ...world, env: { STORAGE_ROOT: world.storageRoot } });
  const diff = (...words: string[]) => crawlchain(world, ['diff', ...words], { CRAWLCHAIN_URL: url });
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

  await world.db
    .updateTable('crawl_runs')
    .set({ status: 'failed', error_kind: 'Blocked', error_message: 'HTTP 403' })
    .where('payload_id', '=', first)
    .execute();
  await world.db
    .updateTable('raw_crawl_payloads')
    .set({ verdict: 'suspect', suspicion: JSON.stringify({ message: 'half of it is gone' }) })
    .where('id', '=', first)
    .execute();
  const { stdout } = await crawlchain(world, ['status', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    servers: { web_ui: null, temporal: { namespace: world.namespace } },
    workers: [{ worker_id: 'worker-9' }],
    last_crawls: [{ status: 'completed' }, { status: 'failed', error_kind: 'Blocked' }],
    failures: [{ error_kind: 'Blocked', count: 1, message: 'HTTP 403' }],
    quality: {
      platforms: [{ problems: { quarantined: 1 } }],
      examples: { quarantined: { suspect_id: first } },
    },
  });
});

test('open links a chain by its dispensary, its task and its workflow, and says what is missing', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 5 });
  const { dispensary, store } = await addLargestDispensary(world);
  expect(await crawlchain(world, ['open', store.slug], UI)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`Temporal knows no workflow crawl/${dispensary.id}: `),
  });
  const { handle } = await startCrawl(world.client, dispensary);
  const { workflowId } = handle;
  const { runId } = await handle.describe();
  const url = `https://temporal.example/ui/namespaces/${world.namespace}/workflows/crawl%2F${dispensary.id}/${runId}/history`;
  for (const what of [store.slug, workflowId, taskId(workflowId, runId)]) {
    expect(await crawlchain(world, ['open', what], UI)).toMatchObject({ code: 0, stdout: `${url}\n` });
  }
  expect(await crawlchain(world, ['open', workflowId])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('set TEMPORAL_UI_URL'),
  });

  const folder = await temporaryFolder('opener-');
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  await writeFile(join(folder, opener), `#!/bin/sh\nprintf %s "$1" > '${folder}/opened'\n`);
  await chmod(join(folder, opener), 0o755);
  const opened = await crawlchain(world, ['open', workflowId, '--browser', '--json'], {
    ...UI,
    PATH: `${folder}${delimiter}${process.env.PATH}`,
  });
  expect(JSON.parse(opened.stdout)).toEqual({ workflow_id: workflowId, run_id: runId, url });
  expect(await readFile(join(folder, 'opened'), 'utf8')).toBe(url);
  await handle.terminate('for a test');
});
