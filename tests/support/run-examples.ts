import { expect } from 'vitest';
import { stopTarget } from '../../db/queries/pace-control.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from './add-dispensary.ts';
import type { CrawlWorld } from './crawl-world.ts';
import { runProgram } from './run-program.ts';

/**
 * Runs each of the examples against real servers, and checks what they print.
 * @param folder the folder of the examples
 */
export async function expectExamplesToRun(world: CrawlWorld, folder: string): Promise<void> {
  const { dispensary } = await addLargestDispensary(world);
  const id = String(dispensary.id);
  const run = (name: string, argument: string) =>
    runProgram(`${folder}/${name}.ts`, [argument], {
      TEMPORAL_ADDRESS: world.temporalAddress,
      TEMPORAL_NAMESPACE: world.namespace,
    });
  await world.startWorker();

  const crawl = await run('crawl-and-follow', id);
  expect(crawl).toMatchObject({ code: 0, stderr: '' });
  expect(crawl.stdout).toMatch(
    /^started crawl\/\d+\n(running .+\n)*completed .+ products, .+\npayload \d+: (\d+) products, \2 of them new\n$/,
  );
  const [, payloadId = ''] = /payload (\d+)/.exec(crawl.stdout) ?? [];

  const replay = await run('replay-a-payload', payloadId);
  expect(replay).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+ products, the current state\n$/),
  });

  const { image_url: picture } = await world.db
    .selectFrom('store_products')
    .select('image_url')
    .where('local_image_path', 'is', null)
    .where('image_url', 'is not', null)
    .executeTakeFirstOrThrow();
  const job = await run('run-a-job', picture ?? '');
  expect(job).toMatchObject({ code: 0, stderr: '' });
  expect(job.stdout).toMatch(/\ncompleted .+\njob \S+: \{"downloaded":1,"failed":0,.+\}\n$/);
  const inVain = await run('run-a-job', 'https://dutchie.sandbox.test/nowhere.png');
  expect(inVain).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^job\/\S+ did not complete: None of /),
  });

  const due = await run('crawl-a-state', dispensary.stateCode ?? 'all');
  expect(due).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\n0 started, 0 were running already\n$/),
  });

  await stopTarget(world.db, 'dutchie', 'so that a crawl waits');
  await startCrawl(world.client, dispensary);
  const cancelled = await run('cancel-a-crawl', id);
  expect(cancelled).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^crawl\/\d+ did not complete: .+\n$/),
  });
  const again = await run('cancel-a-crawl', id);
  expect(again).toMatchObject({ code: 0, stdout: `crawl/${id} is over\n` });
}
