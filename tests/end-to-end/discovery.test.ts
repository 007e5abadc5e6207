import { expect, test } from 'vitest';
import { discoverStoresId } from '../../temporal-config/workflow-ids.ts';
import { startApiServer } from '../support/api-server.ts';
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

test('an operator has one city searched over the API, and the rest by a schedule of some states', async () => {
  const world = await createCrawlWorld({ dispensaries: 8, products: 10 });
  await world.startWorker();
  const { call } = await startApiServer(world);
  const { dispensaries } = await world.truth();
  const real = dispensaries.filter(({ isTestShop }) => !isTestShop);
  const { city, state } = real[0]!;
  const known = async () => {
    const { body } = await call<{ items: { name: string; slug: string }[] }>('GET', '/api/dispensaries');
    return body.items.map(({ slug }) => slug).sort();
  };
  const search = { state_code: state.toLowerCase(), city: city.toUpperCase() };
  const started = await call('POST', '/api/tasks/generate/discovery', { body: search });
  expect([started.status, started.body]).toMatchObject([
    201,
    { workflow_id: `discover/dutchie/${state}/${city.toLowerCase()}`, state_code: state },
  ]);
  const result = await world.client.workflow.getHandle(String(started.body.workflow_id)).result();
  expect(result).toMatchObject({ failedStates: [] });
  const inCity = real.filter((store) => store.city === city && store.state === state);
  expect(await known()).toEqual(inCity.map(({ slug }) => slug).sort());

  const states = [...new Set(real.map((store) => store.state))].slice(0, 2);
  const schedule = { id: 'some_states', role: 'store_discovery', interval_hours: 24, state_codes: states };
  expect((await call('POST', '/api/schedules', { body: schedule })).status).toBe(201);
  const fired = await call('POST', '/api/schedules/some_states/trigger');
  expect(fired.body).toMatchObject({ outcome: 'fired' });
  await expect
    .poll(async () => (await call('GET', '/api/schedules/some_states')).body, {
      timeout: 60_000,
      interval: 500,
    })
    .toMatchObject({ last_outcome: 'completed', last_error: null });
  const inStates = real.filter((store) => states.includes(store.state) || inCity.includes(store));
  expect(await known()).toEqual(inStates.map(({ slug }) => slug).sort());
});

test('an area that is typed wrongly is refused with what is accepted', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  await world.startWorker();
  await expect(discover(world, { areas: [{ city: 'Mesa' }] })).rejects.toMatchObject({
    cause: { type: 'InvalidInput', message: expect.stringContaining('areas is [{"city":"Mesa"}]; it takes') },
  });
});
