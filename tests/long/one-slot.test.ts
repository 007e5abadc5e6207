import { expect, test, vi } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addNamedDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { hangPictures } from '../support/hang-pictures.ts';

test('a worker of one slot goes on with menus while the pictures of a store hang', async () => {
  const world = await createCrawlWorld({
    dispensaries: 2,
    products: 15,
    env: { MAX_CONCURRENT_TASKS: '1' },
  });
  const { client } = world;
  const [slow, other] = await addNamedDispensaries(world);
  await world.startWorker();
  await (await startCrawl(client, slow!, { images: false })).handle.result();
  await hangPictures(world, [slow!.id]);
  const { handle: hanging } = await startCrawl(client, slow!);
  await vi.waitFor(async () => expect(await hanging.query('progress')).toMatchObject({ stage: 'images' }), {
    timeout: 120_000,
    interval: 100,
  });
  // The first menu comes through a poll that was open before the pictures took the slot. The next menu needs a slot.
  for (let crawl = 0; crawl < 2; crawl += 1)
    await (await startCrawl(client, other!, { images: false })).handle.result();
  expect((await hanging.describe()).status.name).toBe('RUNNING');
});
