import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { browsersRoot } from '../../egress/browser/session-folders.ts';
import { startCrawl, type NamedDispensary } from '../../temporal-client/crawl-control.ts';
import { addDispensaries, addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld, type CrawlWorldOptions } from '../support/crawl-world.ts';
import { failureKind } from '../support/failure-kind.ts';
import { runProgram } from '../support/run-program.ts';

interface Logged {
  host: string;
  path: string;
  operation: string | null;
  page: number | null;
  exitAddress: string;
  userAgent: string;
  status: number | null;
}

/** Creates a world with a store behind a gate that only a page's script opens, and a worker that may start browsers. */
async function gatedWorld(options: CrawlWorldOptions = {}) {
  const world = await createCrawlWorld({
    dispensaries: 1,
    products: 130,
    ...options,
    env: { BROWSER_NO_SANDBOX: String(process.getuid?.() === 0), ...options.env },
  });
  const { dispensary, store } = await addLargestDispensary(world);
  await world.control('POST', '/control/gate', { closed: true });
  return { world, dispensary, store, menuSize: store.products.length + store.inactiveProducts.length };
}

const setMode = (world: CrawlWorld, fetchMode: 'http' | 'browser' | 'auto') =>
  world.db.updateTable('dispensaries').set({ fetch_mode: fetchMode }).execute();

const crawl = async (world: CrawlWorld, dispensary: NamedDispensary) =>
  (await startCrawl(world.client, dispensary, { images: false })).handle.result();

const requestsSince = async (world: CrawlWorld, since = 0) =>
  world.control<{ requests: Logged[]; last: number }>('GET', `/control/requests?since=${since}`);

const menuRequests = (requests: Logged[]) =>
  requests.filter(({ operation }) => operation === 'FilteredProducts');

const isBrowser = ({ userAgent }: Logged): boolean => userAgent.includes('X11; Linux');

test('a store that lets in only browsers is Blocked while its fetch_mode is http', async () => {
  const { world, dispensary } = await gatedWorld();
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  expect(await failureKind(handle.result())).toBe('Blocked');
  expect((await requestsSince(world)).requests.some(isBrowser)).toBe(false);
});

test('a store that blocks requests is fetched in a browser when its fetch_mode is auto, and at once the next time', async () => {
  const { world, dispensary, menuSize } = await gatedWorld();
  await world.startWorker();
  await setMode(world, 'auto');
  const { counts } = await crawl(world, dispensary);
  expect(counts.products).toBe(menuSize);
  const firstCrawl = (await requestsSince(world)).requests;
  const byRequests = menuRequests(firstCrawl).filter((request) => !isBrowser(request));
  // Plain requests give up only once, after the store has refused four identities. This uses up none of the chain's attempts.
  expect(byRequests.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  const pages = menuRequests(firstCrawl).filter((request) => isBrowser(request) && request.status === 200);
  expect(new Set(pages.map(({ exitAddress }) => exitAddress)).size).toBe(1);

  const row = await world.db
    .selectFrom('dispensaries')
    .select(['browser_until', 'fetch_mode'])
    .executeTakeFirstOrThrow();
  const hours = (row.browser_until!.getTime() - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThan(24);

  const second = await requestsSince(world);
  await crawl(world, dispensary);
  const secondCrawl = (await requestsSince(world, second.last)).requests;
  expect(menuRequests(secondCrawl).every(isBrowser)).toBe(true);

  // After `browser_until`, plain requests are tried again. By now the store accepts them.
  await world.control('POST', '/control/gate', { closed: false });
  await world.db
    .updateTable('dispensaries')
    .set({ browser_until: new Date(Date.now() - 1_000) })
    .execute();
  const third = await requestsSince(world);
  await crawl(world, dispensary);
  expect((await requestsSince(world, third.last)).requests.some(isBrowser)).toBe(false);
});

test('what a browser brings is the whole menu, the same as the store’s truth, and says how it was fetched', async () => {
  const { world, dispensary, store, menuSize } = await gatedWorld();
  await setMode(world, 'browser');
  await world.startWorker();
  const { payloadId, counts } = await crawl(world, dispensary);
  expect(counts.products).toBe(menuSize);
  const names = await world.db.selectFrom('store_products').select('name').execute();
  const expected = [...store.products, ...store.inactiveProducts].map(({ name }) => name);
  expect(names.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
  const payload = await world.db
    .selectFrom('raw_crawl_payloads')
    .where('id', '=', payloadId)
    .select(['browser_profile', 'exit_address'])
    .executeTakeFirstOrThrow();
  expect(payload.browser_profile).toMatch(/^chrome-\d+-linux$/);
  expect(payload.exit_address).toMatch(/^203\.0\.113\./);
  const proxy = await world.db
    .selectFrom('proxy_events')
    .where('outcome', '=', 'success')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(proxy.bytes).toBeGreaterThan(30_000);
  // The page's own request has shown the current hash.
  const learned = await world.db.selectFrom('persisted_queries').selectAll().execute();
  expect(JSON.stringify(learned)).toContain(world.sandbox.hashes.FilteredProducts);
});

test('a browser that is blocked is given up for another one, through another proxy', async () => {
  const { world, dispensary, menuSize } = await gatedWorld();
  await setMode(world, 'browser');
  await world.control('POST', '/control/faults', {
    rules: [
      {
        match: { pathPrefix: '/embedded-menu', exitAddress: '203.0.113.11' },
        action: { type: 'status', status: 403, body: 'no', contentType: 'text/html' },
      },
      {
        match: { operation: 'FilteredProducts', exitAddress: '203.0.113.12', page: 1 },
        action: { type: 'status', status: 403 },
      },
    ],
  });
  const worker = await world.startWorker();
  // Sessions rotate through three proxies, so three crawls are certain to use the refused ones.
  for (let turn = 0; turn < 3; turn += 1) {
    const { counts } = await crawl(world, dispensary);
    expect(counts.products).toBe(menuSize);
  }
  const outcomes = await world.db.selectFrom('proxy_events').select(['proxy_id', 'outcome']).execute();
  const blocked = outcomes.filter(({ outcome }) => outcome === 'blocked');
  expect(new Set(blocked.map(({ proxy_id: id }) => id)).size).toBe(2);
  expect(outcomes.filter(({ outcome }) => outcome === 'success')).toHaveLength(3);
  const sessions = (await readdir(browsersRoot())).filter((name) =>
    name.startsWith(`session-${worker.pid}-`),
  );
  expect(sessions).toEqual([]);
});

test('a browser asks nothing that robots.txt disallows when the platform’s setting says so', async () => {
  const { world, dispensary } = await gatedWorld({ env: { DUTCHIE_OBEY_ROBOTS: 'true' } });
  await setMode(world, 'browser');
  const { host, pathname } = new URL(world.sandbox.graphqlUrl);
  const text = `User-agent: *\nDisallow: ${pathname}\n`;
  await world.control('POST', '/control/robots', { host, text });
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  expect(await failureKind(handle.result())).toBe('InvalidInput');
  const paths = (await requestsSince(world)).requests.filter((request) => request.host === host);
  expect(paths.map(({ path }) => path.split('?')[0])).not.toContain(pathname);
  expect(paths.filter(({ path }) => path.startsWith('/embedded-menu')).every(isBrowser)).toBe(true);
  expect(paths.some(({ path }) => path.startsWith('/embedded-menu'))).toBe(true);
});

test('a worker never runs more browsers than it has slots for; the other chains wait', async () => {
  const world = await createCrawlWorld({
    dispensaries: 2,
    products: 60,
    env: { BROWSER_NO_SANDBOX: String(process.getuid?.() === 0), MAX_BROWSERS: '1' },
  });
  const ids = (await addDispensaries(world)).slice(0, 2);
  await setMode(world, 'browser');
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts' }, times: 1, action: { type: 'hold' } }],
  });
  const worker = await world.startWorker();
  const stores = await world.db.selectFrom('dispensaries').selectAll().where('id', 'in', ids).execute();
  const chains = await Promise.all(
    stores.map(async ({ id, name, platform, state }) => {
      const dispensary = { id, name, platform: platform as 'dutchie', stateCode: state };
      return (await startCrawl(world.client, dispensary, { images: false })).handle;
    }),
  );
  expect(chains).toHaveLength(2);
  await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');
  // One chain uses its browser; the other one waits for the browser slot.
  const waiting = async (): Promise<number> => {
    const described = await Promise.all(chains.map((handle) => handle.describe()));
    const activities = described.flatMap(({ raw }) => raw.pendingActivities ?? []);
    return activities.filter(
      ({ activityType, lastStartedTime }) => activityType?.name === 'fetchMenuInBrowser' && !lastStartedTime,
    ).length;
  };
  await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
  const browsers = async (): Promise<number> =>
    (await readdir(browsersRoot())).filter((name) => name.startsWith(`session-${worker.pid}-`)).length;
  expect(await browsers()).toBe(1);
  await world.control('POST', '/control/release');
  for (const handle of chains) expect((await handle.result()).counts.products).toBeGreaterThan(0);
  expect(await browsers()).toBe(0);
  // If two browsers had run at the same time, exit addresses would alternate. Instead, the second browser started after the first had
  // ended.
  const { requests } = await requestsSince(world);
  const pages = menuRequests(requests).filter(isBrowser);
  const sessions = pages.filter(({ exitAddress }, index) => exitAddress !== pages[index - 1]?.exitAddress);
  expect(sessions).toHaveLength(2);
});

test('a worker without a browser serves its other queues, and is refused when it is to serve this one', async () => {
  const env = { PUPPETEER_EXECUTABLE_PATH: '/nowhere/chrome', BROWSER_NO_SANDBOX: 'true' };
  const world = await createCrawlWorld({ dispensaries: 1, products: 20, env });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  await crawl(world, dispensary);
  const log = await world.readLog();
  expect(log).toContain(
    'This worker does not serve the queue browser. PUPPETEER_EXECUTABLE_PATH is /nowhere/chrome',
  );
  const { stdout, code } = await runProgram('workers/main.ts', [], {
    ...env,
    DATABASE_URL: world.databaseUrl,
    TEMPORAL_ADDRESS: world.temporalAddress,
    TEMPORAL_NAMESPACE: world.namespace,
    PROXY_PASSWORD_KEY_FILE: world.passwordKeyFile,
    WORKER_QUEUES: 'browser',
  });
  expect(code).toBe(2);
  expect(stdout).toContain('WORKER_QUEUES names browser. PUPPETEER_EXECUTABLE_PATH is /nowhere/chrome');
});
