import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removePostgresData } from '../local/postgres-home.ts';
import { createProcessGroup } from '../local/process-group.ts';
import { FULL_SIZE, loadCatalog, type CatalogSize } from './load-catalog.ts';
import { round, type Measurement } from './measurement.ts';
import { openLoop, quantile, type Answered } from './open-loop.ts';
import { NAMESPACE, say, startDatabase, startTemporal, type ServerHome } from './start-servers.ts';

const REQUESTS_PER_SECOND = 200;
const TURN_SECONDS = 15;
const TURNS = 3;
const WARM_SECONDS = 10;

/**
 * Reads of the API at 200 requests a second over a catalog of a million products and ten million snapshots, in turns
 * with a bare route of the same framework in a process of its own.
 */
export async function benchApi(): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-api-'));
  await chmod(folder, 0o711);
  const home = { folder, group: createProcessGroup() };
  try {
    const { url } = await startDatabase(home);
    await loadCatalog(url, FULL_SIZE);
    const temporal = await startTemporal(home);
    const api = await startListener(home, 'api/main.ts', {
      DATABASE_URL: url,
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: NAMESPACE,
      // Both servers are the measurement's own.
      TEMPORAL_INSTANCE_CHECK: 'false',
      STORAGE_ROOT: join(folder, 'storage'),
      API_PORT: '0',
      API_REQUESTS_PER_SECOND: '100000',
    });
    const bare = await startListener(home, 'bench/bare-api/main.ts', {});
    return await measure(api, bare, FULL_SIZE);
  } finally {
    await home.group.stopAll();
    await removePostgresData(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the address at which the program listens */
async function startListener(
  { group, folder }: ServerHome,
  program: string,
  env: Record<string, string>,
): Promise<string> {
  const listening = Promise.withResolvers<string>();
  const managed = group.start({
    name: program,
    command: process.execPath,
    args: [fileURLToPath(new URL(`../${program}`, import.meta.url))],
    env: { ...process.env, ...env },
    logFile: join(folder, `${program.replaceAll('/', '-')}.log`),
    onStdoutLine: (line) => {
      if (line.includes('"msg":"listening"')) listening.resolve((JSON.parse(line) as { url: string }).url);
    },
    onExit: () => listening.reject(new Error(`${program} ended:\n${managed.logTail()}`)),
  });
  return listening.promise;
}

async function measure(api: string, bare: string, size: CatalogSize): Promise<Measurement> {
  const load = { requestsPerSecond: REQUESTS_PER_SECOND, seconds: TURN_SECONDS };
  const routes = readsOf(size);
  say('Warming up…');
  await openLoop({ ...load, seconds: WARM_SECONDS, baseUrl: api, routes });
  const ours: Answered[] = [];
  const theirs: Answered[] = [];
  for (let turn = 1; turn <= TURNS; turn += 1) {
    say(`Turn ${turn} of ${TURNS}…`);
    ours.push(...(await openLoop({ ...load, baseUrl: api, routes })));
    theirs.push(...(await openLoop({ ...load, baseUrl: bare, routes: { bare: () => '/' } })));
  }
  const wrong = ours.find(({ status }) => status !== 200);
  if (wrong !== undefined) throw new Error(`The route ${wrong.route} answered ${wrong.status}`);
  const all = [...ours, ...theirs];
  const byRoute = (share: number) =>
    Object.fromEntries(
      [...Object.keys(routes), 'bare'].map((route) => {
        const times = all.filter((answered) => answered.route === route).map(({ ms }) => ms);
        return [route, round(quantile(times, share))];
      }),
    );
  const [p50Ms, p99Ms] = [byRoute(0.5), byRoute(0.99)];
  const worst = Math.max(...Object.keys(routes).map((route) => p99Ms[route] ?? NaN));
  return {
    figures: { 'requests a second': REQUESTS_PER_SECOND, p50Ms, p99Ms },
    ratios: { 'worst p99 / 150 ms': round(worst / 150, 2) },
  };
}

/** What is asked, each time of something else. */
function readsOf({ dispensaries, products }: CatalogSize): Record<string, () => string> {
  const one = (count: number) => 1 + Math.floor(Math.random() * count);
  const lists = [
    () => `dispensary_id=${one(dispensaries)}`,
    () => `brand=Brand+${one(1_900)}`,
    () => 'category=Edible&in_stock=true',
    () => 'on_special=true&price_max=20',
    () => `search=gelato+${one(20_000)}`,
  ];
  return {
    list: () => `/api/products?${lists[one(lists.length) - 1]?.() ?? ''}`,
    detail: () => `/api/products/${one(products)}`,
    history: () => `/api/products/${one(products)}/history`,
    diff: () => `/api/payloads/store/${one(dispensaries)}/diff`,
    changes: () => `/api/changes?dispensary_id=${one(dispensaries)}`,
    counts: () => '/api/tasks/counts',
  };
}
