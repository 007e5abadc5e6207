import { expect, test } from 'vitest';
import { applySchedules } from '../../../temporal-client/apply-schedules.ts';
import { defaultSchedules } from '../../../temporal-config/schedules.ts';
import { startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

/** Creates an API without a worker, so that started workflows stay open. */
async function createQuietServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const env = { DISCOVERY_STATES: 'AZ,NV' };
  return { client, ...(await startApiServer({ db, client, env })) };
}

test('a discovery is started of a city, a state or several, one at a time of each scope', async () => {
  const { call } = await createQuietServer();
  const start = async (scope: object) => {
    const { status, body } = await call('POST', '/api/tasks/generate/discovery', { body: scope });
    return [status, body.workflow_id, body.state_code, body.already_running];
  };
  expect(await start({ state_code: 'az', city: 'Phoenix' })).toEqual([
    201,
    'discover/dutchie/AZ/phoenix',
    'AZ',
    false,
  ]);
  expect(await start({ state_codes: ['AZ'], city: 'PHOENIX' })).toEqual([
    200,
    'discover/dutchie/AZ/phoenix',
    'AZ',
    true,
  ]);
  expect(await start({ state_code: 'AZ', city: 'Mesa' })).toEqual([
    201,
    'discover/dutchie/AZ/mesa',
    'AZ',
    false,
  ]);
  expect(await start({ state_codes: ['CA', 'AZ'] })).toEqual([201, 'discover/dutchie/AZ+CA', null, false]);
  expect(await start({ state_codes: ['AZ', 'CA'] })).toEqual([200, 'discover/dutchie/AZ+CA', null, true]);
  expect(await start({})).toEqual([201, 'discover/dutchie/all', null, false]);
  expect(await start({ platform: 'blaze', state_code: 'AZ', city: 'Phoenix' })).toEqual([
    201,
    'discover/blaze/AZ/phoenix',
    'AZ',
    false,
  ]);
});

test('what a discovery of a city is given is that city', async () => {
  const { client, call } = await createQuietServer();
  const { body } = await call('POST', '/api/tasks', {
    body: { role: 'store_discovery', state_code: 'AZ', city: 'Phoenix' },
  });
  const handle = client.workflow.getHandle(String(body.workflow_id));
  const { events } = await handle.fetchHistory();
  const [payload] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  expect(JSON.parse(Buffer.from(payload!.data!).toString())).toEqual({
    platform: 'dutchie',
    areas: [{ stateCode: 'AZ', city: 'Phoenix' }],
    priority: 0,
  });
});

test.each([
  [{ city: 'Phoenix' }, 422, 'The city "Phoenix" takes the one state that it is in, got no state.'],
  [
    { state_codes: ['AZ', 'NV'], city: 'Phoenix' },
    422,
    'The city "Phoenix" takes the one state that it is in, got AZ, NV.',
  ],
  [
    { state_code: 'AZ', state_codes: ['NV'] },
    422,
    'state_codes (body) takes no states other than that of state_code, got AZ and NV.',
  ],
  [{ state_code: 'AZ', city: '  ' }, 400, 'city (body) takes the name of a city: 1 to 50 letters'],
  [{ state_codes: [] }, 400, 'state_codes (body) takes a list of 1 to 100 values'],
  [{ state_codes: ['AZ', 'ZZ'] }, 400, 'takes the two letters of a state or province, such as AZ, got "ZZ"'],
])('the scope %o is refused with one error', async (scope, status, complaint) => {
  const { call } = await createQuietServer();
  const schedule = { id: 'wrong', role: 'store_discovery', interval_hours: 24 };
  for (const [path, body] of [
    ['/api/tasks/generate/discovery', scope],
    ['/api/tasks', { role: 'store_discovery', ...scope }],
    ['/api/schedules', { ...schedule, ...scope }],
  ] as const) {
    const answer = await call<{ detail: string; errors: object[] }>('POST', path, { body });
    expect([path, answer.status]).toEqual([path, status]);
    expect(answer.body.detail).toContain(complaint);
    expect(answer.body.errors).toHaveLength(1);
  }
});

test('a schedule is made with a scope, and is given another one', async () => {
  const { client, call } = await createQuietServer();
  await applySchedules(client, defaultSchedules({ discoveryStates: ['AZ', 'NV'], crawlIntervalHours: 4 }));
  const request = { id: 'phoenix', role: 'store_discovery', interval_hours: 12 };
  const made = await call('POST', '/api/schedules', {
    body: { ...request, state_code: 'AZ', city: 'Phoenix' },
  });
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      state_code: 'AZ',
      state_codes: ['AZ'],
      city: 'Phoenix',
      workflow_id: 'discover/dutchie/AZ/phoenix',
    },
  ]);
  const edit = async (id: string, body: object) => (await call('PUT', `/api/schedules/${id}`, { body })).body;
  expect(await edit('phoenix', { interval_hours: 6 })).toMatchObject({
    interval_hours: 6,
    city: 'Phoenix',
    workflow_id: 'discover/dutchie/AZ/phoenix',
  });
  const inTwo = { state_code: null, state_codes: ['CA', 'AZ'], city: null };
  expect(await edit('phoenix', { state_codes: inTwo.state_codes })).toMatchObject({
    ...inTwo,
    workflow_id: 'discover/dutchie/AZ+CA',
  });
  for (const id of ['phoenix', 'store_discovery_dutchie', 'payload_fetch_all']) {
    const { body: read } = await call('GET', `/api/schedules/${id}`);
    const { state_code, state_codes, city, workflow_id } = read;
    expect(await edit(id, { state_code, state_codes, city })).toMatchObject({ workflow_id });
  }
  expect(await edit('store_discovery_dutchie', { state_code: 'NV' })).toMatchObject({
    state_code: 'NV',
    workflow_id: 'discover/dutchie/NV',
  });
  expect(await edit('store_discovery_dutchie', { state_code: null })).toMatchObject({
    state_code: null,
    state_codes: null,
    workflow_id: 'discover/dutchie/all',
  });
  for (const id of ['phoenix', 'payload_fetch_all']) {
    const { status, body } = await call('PUT', `/api/schedules/${id}`, { body: { city: null } });
    expect([status, body.detail]).toEqual([
      422,
      'city (body) can only be changed together with state_code or state_codes, where null means all states.',
    ]);
  }
  const crawls = await call('PUT', '/api/schedules/payload_fetch_all', {
    body: { state_codes: ['AZ', 'NV'] },
  });
  expect([crawls.status, crawls.body.detail]).toEqual([
    409,
    'payload_fetch_all takes all states, or one; got AZ+NV.',
  ]);
});

test('applying the schedules of code keeps where an operator has a discovery look, under the id of that scope', async () => {
  const { client, call } = await createQuietServer();
  const definitions = (discoveryStates: string[]) =>
    defaultSchedules({ discoveryStates, crawlIntervalHours: 4 }).filter(
      ({ role }) => role === 'store_discovery',
    );
  await applySchedules(client, definitions(['AZ', 'NV']));
  const path = '/api/schedules/store_discovery_dutchie';
  await call('PUT', path, { body: { state_code: 'NV', city: 'Reno' } });
  const [kept] = await applySchedules(client, definitions(['AZ', 'NV']));
  expect(kept).toMatchObject({ done: 'left' });
  const [changed] = await applySchedules(client, definitions(['AZ', 'NV', 'CA']));
  expect(changed?.changes.map(({ field, changedBy }) => [field, changedBy])).toEqual([
    ['state', 'operator'],
    ['input', 'conflict'],
  ]);
  const { action } = await client.schedule.getHandle('store_discovery_dutchie').describe();
  expect(action.args).toEqual([
    {
      workflow: 'discoverStores',
      workflowId: 'discover/dutchie/NV/reno',
      input: { platform: 'dutchie', areas: [{ stateCode: 'NV', city: 'Reno' }], priority: 10 },
    },
  ]);
});
