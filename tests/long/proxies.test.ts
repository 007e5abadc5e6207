import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { preparePasswordSeal } from '../../db/prepare-password-seal.ts';
import { saveProxies } from '../../db/queries/proxies.ts';
import { startCrawl, startProxyProbes } from '../../temporal-client/crawl-control.ts';
import { grpcCodeOf } from '../../temporal-client/grpc-errors.ts';
import { addDispensaries, addLargestDispensary, addNamedDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';

const NOT_FOUND = 5;

const proxiesOf = (world: CrawlWorld) => world.db.selectFrom('proxies').selectAll().orderBy('id').execute();

/** Starts a proxy that counts its connections and closes all of them. */
async function startDeadProxy(): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

/** Sets wrong passwords for all proxies except the last `good` ones. */
async function spoilPasswords(world: CrawlWorld, good: number): Promise<void> {
  const seal = await preparePasswordSeal(world.db, { key: undefined, keyFile: world.passwordKeyFile });
  const spoilt = world.sandbox.proxies.slice(0, world.sandbox.proxies.length - good);
  await saveProxies(
    world.db,
    seal,
    spoilt.map(({ protocol, host, port, username }) => ({
      protocol,
      host,
      port,
      username,
      password: 'wrong',
    })),
  );
}

test('a 407 blames the proxy at once and spends none of the store’s retries', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { dispensary } = await addLargestDispensary(world);
  await spoilPasswords(world, 1);
  await world.control('POST', '/control/faults', {
    // As many refusals as one attempt may meet, in addition to the faults of the two proxies with wrong passwords.
    rules: [{ match: { operation: 'FilteredProducts' }, times: 3, action: { type: 'status', status: 403 } }],
  });
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await handle.result();
  const proxies = await proxiesOf(world);
  expect(proxies.slice(0, 2).every(({ failure_count: failures }) => failures > 0)).toBe(true);
  expect(proxies[0]?.last_error).toMatch(/credentials/);
  const { requests } = await world.control<{ requests: { operation: string | null; status: number }[] }>(
    'GET',
    '/control/requests',
  );
  const menu = requests.filter(({ operation }) => operation === 'FilteredProducts');
  expect(menu.map(({ status }) => status)).toEqual([403, 403, 403, 200]);
});

test('a fleet that is gone: crawls wait, one alert, no request goes out directly', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { dispensary } = await addLargestDispensary(world);
  await sql`update proxies set is_active = false, cooldown_until = now() + interval '1 hour', cooldowns = 1`.execute(
    world.db,
  );
  await world.startWorker('worker-1', { WAIT_FOR_COOLING_PROXIES: 'true' });
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  const others = ['discover-1', 'discover-2'].map((workflowId) =>
    world.client.workflow.start('discoverStores', {
      workflowId: `discover/dutchie/${workflowId}`,
      taskQueue: 'crawlchain',
      args: [{ platform: 'dutchie', states: ['AZ'], priority: 0 }],
    }),
  );
  await Promise.all(others);
  const failed = /"activity":"fetchMenu".*"msg":"activity failed"/;
  await vi.waitFor(async () => expect(await world.readLog()).toMatch(failed), 30_000);
  const log = await world.readLog();
  const alerts = log.split('\n').filter((line) => line.includes('"alert":"NoActiveProxy"'));
  expect(alerts).toHaveLength(1);
  expect(alerts[0]).toMatch(/"level":"error".*No proxy.*3 cooling down/);
  // Polls, because the worker logs the failure before the server has received it.
  const pending = await vi.waitFor(async () => {
    const [activity] = (await handle.describe()).raw.pendingActivities ?? [];
    expect(activity?.lastFailure?.applicationFailureInfo?.type).toBe('NoActiveProxy');
    return activity;
  }, 30_000);
  const waitMs = Number(pending?.nextAttemptScheduleTime?.seconds ?? 0) * 1000 - Date.now();
  expect(waitMs).toBeGreaterThan(40_000);
  expect(waitMs).toBeLessThan(125_000);
  // The storefront receives no request, not even one without a proxy.
  const { requests } = await world.control<{ requests: unknown[] }>('GET', '/control/requests');
  expect(requests).toEqual([]);
});

test('dead proxies alone: the store is not asked without one, and dead ones rest', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { dispensary } = await addLargestDispensary(world);
  const dead = await startDeadProxy();
  await sql`update proxies set protocol = 'http', host = '127.0.0.1', port = ${dead.port}, password = null`.execute(
    world.db,
  );
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await vi.waitFor(() => expect(dead.connections()).toBeGreaterThan(5), 60_000);
  const { requests } = await world.control<{ requests: unknown[] }>('GET', '/control/requests');
  expect(requests).toEqual([]);
  expect((await handle.describe()).status.name).toBe('RUNNING');
});

test('a probe revives what works, lets rest what does not, and leaves what an operator took out', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  await spoilPasswords(world, 2);
  const [spoilt, good, disabled] = (await proxiesOf(world)).map(({ id }) => id);
  await sql`update proxies set is_active = false, cooldowns = 1, cooldown_until = now() - interval '1 second'`.execute(
    world.db,
  );
  await sql`update proxies set cooldown_until = null where id = ${disabled}`.execute(world.db);
  // Adds a proxy whose password is not sealed, because it was inserted by SQL.
  await sql`insert into proxies (host, port, username, password, is_active) values ('127.0.0.1', 1, 'u', 'plain', false)`.execute(
    world.db,
  );
  await world.startWorker();
  const { handle } = await startProxyProbes(world.client);
  expect(await handle.result()).toEqual({ revived: 1, rested: 1, unclear: 0 });
  const proxies = new Map((await proxiesOf(world)).map((proxy) => [proxy.id, proxy]));
  expect(proxies.get(good!)).toMatchObject({ is_active: true, exit_address: '203.0.113.12' });
  expect(proxies.get(spoilt!)).toMatchObject({ is_active: false, cooldowns: 2 });
  expect(proxies.get(spoilt!)?.last_error).toMatch(/credentials/);
  expect(proxies.get(disabled!)).toMatchObject({ is_active: false, cooldown_until: null });
  for (const { password } of proxies.values()) expect(password).toMatch(/^enc:v1:/);
});

test('an echo that is away extends no cool-down', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  await sql`update proxies set is_active = false, cooldowns = 1, cooldown_until = now() - interval '1 second' where id <> (select max(id) from proxies)`.execute(
    world.db,
  );
  const before = await proxiesOf(world);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { host: 'echo.sandbox.test' }, action: { type: 'status', status: 503 } }],
  });
  await world.startWorker();
  const { handle } = await startProxyProbes(world.client);
  expect(await handle.result()).toEqual({ revived: 0, rested: 0, unclear: 2 });
  expect(await proxiesOf(world)).toEqual(before);
});

test('when a target refuses everybody its crawls wait, and go on after a trial, with no proxy blamed', async () => {
  const world = await createCrawlWorld({ dispensaries: 2, products: 20 });
  const ids = await addDispensaries(world);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts' }, action: { type: 'status', status: 403 } }],
  });
  await world.startWorker();
  const chains = await Promise.all(
    ids.map((id) =>
      startCrawl(
        world.client,
        { id, name: `Store ${id}`, platform: 'dutchie', stateCode: 'AZ' },
        { images: false },
      ),
    ),
  );
  const breaker = () =>
    world.db.selectFrom('target_breakers').select(['openings', 'trial_lease_id']).executeTakeFirst();
  await vi.waitFor(async () => expect(await breaker()).toBeDefined(), 60_000);
  await vi.waitFor(
    async () => expect(await world.readLog()).toMatch(/"kind":"RateLimited".*breaker-open/),
    60_000,
  );
  const blamed = (await proxiesOf(world)).map(({ failure_count: failures }) => failures);
  expect(blamed).toEqual([0, 0, 0]);
  await world.control('DELETE', '/control/faults');
  await sql`update target_breakers set open_until = clock_timestamp()`.execute(world.db);
  // Both chains would wait until their retry. The test wakes them, and the first one becomes the trial of the breaker.
  for (const { handle } of chains) {
    const woken = world.client.workflowService.resetActivity({
      namespace: world.client.options.namespace,
      execution: { workflowId: handle.workflowId },
      type: 'fetchMenu',
    });
    // The reset is not possible if the retry has already started.
    await woken.catch((error: unknown) => {
      if (grpcCodeOf(error) !== NOT_FOUND) throw error;
    });
  }
  await Promise.all(chains.map(({ handle }) => handle.result()));
  expect(await breaker()).toBeUndefined();
  const proxies = await proxiesOf(world);
  expect(
    proxies.every(({ is_active: isActive, failure_count: failures }) => isActive && failures === 0),
  ).toBe(true);
}, 240_000);

test.each([
  ['cuts bodies', 'cut', 1],
  ['resets connections', 'reset', 2],
] as const)(
  'a proxy that alone %s is counted and rests, and when the site cuts all of them no proxy is blamed',
  async (_, kind, at) => {
    const world = await createCrawlWorld({ dispensaries: 18, products: 60 });
    const stores = await addNamedDispensaries(world);
    await world.control('POST', '/control/proxies', {
      exitAddress: `203.0.113.${11 + at}`,
      works: true,
      breaks: { kind, afterBytes: 7_000 },
    });
    await world.startWorker();
    const crawlAll = async (some: typeof stores) => {
      const chains = await Promise.all(
        some.map((store) => startCrawl(world.client, store, { images: false })),
      );
      return chains.map(({ handle }) => handle.result());
    };
    await Promise.all(await crawlAll(stores));
    const proxies = await proxiesOf(world);
    const [cutting] = proxies.splice(at, 1);
    expect(proxies.map((proxy) => proxy.failure_count)).toEqual([0, 0]);
    expect(cutting).toMatchObject({ is_active: false, cooldowns: 1 });
    expect(cutting?.failure_count).toBeGreaterThanOrEqual(5);
    // None of this has used up an attempt of a store's chain.
    const log = await world.readLog();
    expect(log).not.toMatch(/"activity failed"/);

    await world.control('POST', '/control/faults', {
      rules: [{ match: { operation: 'FilteredProducts' }, action: { type: 'cut' } }],
    });
    const before = cutting?.failure_count;
    const { last } = await world.control<{ last: number }>('GET', '/control/requests');
    const crawls = await crawlAll(stores.slice(0, 6));
    await world.control(
      'GET',
      `/control/wait?operation=FilteredProducts&count=12&since=${last}&timeoutMs=60000`,
    );
    await world.control('DELETE', '/control/faults');
    await Promise.all(crawls);
    const after = (await proxiesOf(world)).map((proxy) => [proxy.is_active, proxy.failure_count]);
    expect(after.splice(at, 1)).toEqual([[false, before]]);
    expect(after).toEqual([
      [true, 0],
      [true, 0],
    ]);
  },
  120_000,
);

test('a proxy that alone stalls is blamed, and the others are not', async () => {
  const world = await createCrawlWorld({ dispensaries: 6, products: 60 });
  const stores = await addNamedDispensaries(world);
  await world.control('POST', '/control/proxies', {
    exitAddress: '203.0.113.11',
    works: true,
    breaks: { kind: 'stall', afterBytes: 7_000 },
  });
  await world.startWorker();
  const chains = await Promise.all(stores.map((store) => startCrawl(world.client, store, { images: false })));
  await Promise.all(chains.map(({ handle }) => handle.result()));
  const [stalling, ...others] = (await proxiesOf(world)).map(({ failure_count: failures }) => failures);
  expect(stalling).toBeGreaterThanOrEqual(1);
  expect(others).toEqual([0, 0]);
});

test('a proxy that alone cuts pictures is blamed for that, and the others are not', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 30 });
  const { dispensary } = await addLargestDispensary(world);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { exitAddress: '203.0.113.12', host: 'images.sandbox.test' }, action: { type: 'cut' } }],
  });
  const [first, cutting, third] = (await proxiesOf(world)).map(({ id }) => id);
  // Makes the cutting proxy come first: sessions use the proxy that was not used for the longest time.
  await sql`update proxies set last_used_at = now() + interval '1 day' where id = any(${[first, third]})`.execute(
    world.db,
  );
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary);
  await handle.result();
  const blamed = await world.db
    .selectFrom('proxy_events')
    .select(['proxy_id', 'target'])
    .distinct()
    .where('outcome', '=', 'fault')
    .execute();
  expect(blamed).toEqual([{ proxy_id: cutting, target: 'dutchie/images' }]);
});

test('a worker with the wrong key refuses to start and names the setting', async () => {
  const key = 'ab'.repeat(32);
  const world = await createCrawlWorld({ dispensaries: 1, products: 20, env: { PROXY_PASSWORD_KEY: key } });
  await expect(world.startWorker()).rejects.toThrow(/ended before it served/);
  const log = await world.readLog();
  expect(log).toMatch(
    /The stored password of the proxy .* cannot be decrypted: .*PROXY_PASSWORD_KEY or PROXY/,
  );
  expect(log).not.toContain(key);
  const proxies = await proxiesOf(world);
  expect(
    proxies.every(({ is_active: isActive, failure_count: failures }) => isActive && failures === 0),
  ).toBe(true);
});
