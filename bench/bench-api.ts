import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgresData } from '../local/postgres-home.ts';
import { createProcessGroup } from '../local/process-group.ts';
import { FULL_SIZE, loadCatalog, type CatalogSize } from './load-catalog.ts';
import { quantile, round, spreadOf, type Measurement } from './measurement.ts';
import { openLoop, type Answered } from './open-loop.ts';
import { startListener } from './start-listener.ts';
import { NAMESPACE, print, startDatabase, startTemporal } from './start-servers.ts';
import { takeTurns } from './take-turns.ts';

const REQUESTS_PER_SECOND = 200;
const TURN_SECONDS = 8;
const ROUNDS = 7;

/**
 * Measures reads of the API at 200 requests a second over a catalog of a million products and ten million snapshots, alternating
 * with a bare route of the same framework in a separate process.
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
      // Both servers belong to the measurement.
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

async function measure(api: string, bare: string, size: CatalogSize): Promise<Measurement> {
  const load = { requestsPerSecond: REQUESTS_PER_SECOND, seconds: TURN_SECONDS };
  const routes = readsOf(size);
  const rounds = await takeTurns<'ours' | 'bare', Answered[]>(
    {
      ours: async (number) => {
        print(`Round ${number} of ${ROUNDS + 1}, the first to warm up…`);
        return openLoop({ ...load, baseUrl: api, routes });
      },
      bare: () => openLoop({ ...load, baseUrl: bare, routes: { bare: () => '/' } }),
    },
    { rounds: ROUNDS },
  );
  const answers = rounds.map(({ ours, bare: theirs }) => [...ours, ...theirs]);
  const wrong = answers.flat().find(({ status }) => status !== 200);
  if (wrong !== undefined) throw new Error(`The route ${wrong.route} answered ${wrong.status}`);
  const names = Object.keys(routes);
  const p99OfAll = (route: string) => quantile(timesOf(answers.flat(), route), 0.99);
  const figures = [...names, 'bare'].flatMap((route) => [
    [`p50Ms ${route}`, spreadOf(answers.map((ofRound) => quantile(timesOf(ofRound, route), 0.5)))] as const,
    // A single round has too few responses for a 99th percentile.
    [`p99Ms ${route}`, round(p99OfAll(route))] as const,
  ]);
  return {
    figures: { 'requests a second': REQUESTS_PER_SECOND, ...Object.fromEntries(figures) },
    ratios: { 'worst p99 / 150 ms': round(Math.max(...names.map(p99OfAll)) / 150, 2) },
  };
}

function timesOf(answers: Answered[], route: string): number[] {
  return answers.filter((answered) => answered.route === route).map(({ ms }) => ms);
}

/** Returns the paths to request by route, with random parameters. */
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
