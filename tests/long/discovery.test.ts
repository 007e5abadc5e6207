import { expect, test } from 'vitest';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

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
  // `taken`: on a busy machine, the API answers before the schedule has fired.
  expect(['fired', 'taken']).toContain(fired.body.outcome);
  await expect
    .poll(async () => (await call('GET', '/api/schedules/some_states')).body, {
      timeout: 180_000,
      interval: 500,
    })
    .toMatchObject({ last_outcome: 'completed', last_error: null });
  const inStates = real.filter((store) => states.includes(store.state) || inCity.includes(store));
  expect(await known()).toEqual(inStates.map(({ slug }) => slug).sort());
});
