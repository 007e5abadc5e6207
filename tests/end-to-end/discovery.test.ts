import { expect, test } from 'vitest';
import { discoverStoresId } from '../../temporal-config/workflow-ids.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';

async function discover(world: CrawlWorld, input: object) {
  return world.client.workflow.execute('discoverStores', {
    workflowId: discoverStoresId('dutchie', 'test'),
    taskQueue: 'crawlchain',
    args: [{ platform: 'dutchie', ...input }],
  });
}

test('stores are found by state, by city and around a point; test shops stay out, with the reason', async () => {
  const world = await createCrawlWorld({ dispensaries: 6, products: 10 });
  await world.startWorker();
  const { dispensaries } = await world.truth();
  const real = dispensaries.filter(({ isTestShop }) => !isTestShop);
  const [first] = real;
  const inCity = real.filter(({ city, state }) => city === first!.city && state === first!.state);
  const byCity = await discover(world, { areas: [{ stateCode: first!.state, city: first!.city }] });
  expect(byCity).toMatchObject({ promoted: inCity.length, failedStates: [] });

  const states = [...new Set(dispensaries.map(({ state }) => state))];
  const byState = await discover(world, { states });
  expect(byState).toMatchObject({
    found: dispensaries.length,
    promoted: real.length - inCity.length,
    rejected: dispensaries.length - real.length,
  });
  const rows = await world.db.selectFrom('dispensaries').select('platform_dispensary_id as id').execute();
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(real.map(({ platformId }) => platformId)));
  const rejected = await world.db
    .selectFrom('dutchie_discovery_locations')
    .where('dispensary_id', 'is', null)
    .select('rejected_because')
    .execute();
  expect(new Set(rejected.map(({ rejected_because: reason }) => reason))).toEqual(
    new Set(['the name is that of a test shop']),
  );

  const everywhere = { latitude: 39, longitude: -98, miles: 3000 };
  const near = await discover(world, { areas: [{ stateCode: states[0]!, near: everywhere }] });
  expect(near).toMatchObject({ promoted: 0 });
});

test('an area that is typed wrongly is refused with what is accepted', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  await world.startWorker();
  await expect(discover(world, { areas: [{ city: 'Mesa' }] })).rejects.toMatchObject({
    cause: { type: 'InvalidInput', message: expect.stringContaining('areas is [{"city":"Mesa"}]; it takes') },
  });
});
