import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { connectDatabase } from '../db/connect.ts';
import { createProcessGroup } from '../local/process-group.ts';
import { removePostgresData } from '../local/postgres-home.ts';
import { prepareDashboard } from '../scripts/dashboard/prepare-dashboard.mjs';
import { launchChromium } from './dashboard/launch-chromium.ts';
import { startLiveWork, WORKERS } from './dashboard/live-work.ts';
import { measureVisible } from './dashboard/measure-events.ts';
import { measureInteractions } from './dashboard/measure-interactions.ts';
import { measureLoads } from './dashboard/measure-loads.ts';
import { measureCosts, measureHeaps } from './dashboard/measure-open-pages.ts';
import { loadCatalog } from './load-catalog.ts';
import { loadLedger } from './load-ledger.ts';
import type { Measurement, Spread } from './measurement.ts';
import type { BenchOptions } from './options.ts';
import { startListener } from './start-listener.ts';
import { NAMESPACE, print, startDatabase, startTemporal, type ServerHome } from './start-servers.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PROTOCOL_MS_MAX = 240_000;

type Options = Pick<BenchOptions, 'runs' | 'products' | 'minutes'>;

/** Measures the dashboard as operators see it: load time, response time, delay of updates, and cost. */
export async function benchDashboard({
  runs = 1_000_000,
  products = 1_000_000,
  minutes = 10,
}: Options): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-dashboard-'));
  await chmod(folder, 0o711);
  const home = { folder, group: createProcessGroup() };
  try {
    await prepareDashboard(ROOT, { node: process.execPath, say: print, tick: () => () => undefined });
    const { url } = await startDatabase(home);
    await loadCatalog(url, { dispensaries: 10_000, products, payloads: 1 });
    await loadLedger(url, runs);
    await doubtMenus(url);
    return await measure(home, { url, minutes, sizes: { runs, products, workers: WORKERS } });
  } finally {
    await home.group.stopAll();
    await removePostgresData(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}

const DOUBTED = 40;

/** Adds some menus that wait for a decision, such as empty ones. */
async function doubtMenus(url: string): Promise<void> {
  const db = connectDatabase({ url, poolSize: 1, applicationName: 'bench-dashboard' });
  const suspicion = {
    fault: 'empty',
    faults: ['empty'],
    message: 'The menu came back empty.',
    measured: [{ rule: 'empty', count: 90, of: 90 }],
    doubts: 1,
    samples: [],
    evidence: { unique: 0, totalCount: 0, missing: 0, known: 90, twin: null, stale: null },
  };
  await sql`
    update raw_crawl_payloads set verdict = 'suspect', ingested_at = null, suspicion = ${JSON.stringify(suspicion)}
    where dispensary_id <= ${DOUBTED}
  `.execute(db);
  await db.destroy();
}

async function startApi(home: ServerHome, url: string): Promise<string> {
  const temporal = await startTemporal(home);
  return startListener(home, 'api/main.ts', {
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: NAMESPACE,
    // Both servers belong to the measurement.
    TEMPORAL_INSTANCE_CHECK: 'false',
    STORAGE_ROOT: join(home.folder, 'storage'),
    API_PORT: '0',
  });
}

interface Measured {
  url: string;
  minutes: number;
  sizes: Record<string, number>;
}

async function measure(home: ServerHome, { url, minutes, sizes }: Measured): Promise<Measurement> {
  const db = connectDatabase({ url, poolSize: 8, applicationName: 'bench-dashboard' });
  // Started before the API, which would otherwise follow Temporal itself.
  const work = await startLiveWork(db);
  const api = await startApi(home, url);
  const browser = await launchChromium(join(home.folder, 'browser'), PROTOCOL_MS_MAX);
  try {
    print('Loading pages…');
    const loads = printed(await measureLoads(browser, api));
    print('Working with the list of tasks…');
    const interactions = printed(await measureInteractions(browser, api));
    work.setBusy(true);
    print('Ending runs and watching for them…');
    const visible = printed(await measureVisible(browser, api, db));
    const costs = printed(await measureCosts(browser, api, db));
    const heaps = await measureHeaps(browser, api, minutes);
    const figures = { ...sizes, ...loads, ...interactions, ...visible, ...costs, ...heaps };
    return { figures, ratios: ratiosOf(figures) };
  } finally {
    await browser.close();
    await work.stop();
    await db.destroy();
  }
}

/** Prints figures as soon as they are measured, so that a later part that fails does not lose them. */
function printed<Figures extends object>(figures: Figures): Figures {
  print(`  ${JSON.stringify(figures)}`);
  return figures;
}

/** The longest acceptable waits for a person, in milliseconds. */
const MOST = { lcpMs: 1_000, 'interactionMs p95': 100 };
const VISIBLE_MS_MAX = 1_000;

function ratiosOf(figures: Record<string, number | Spread>): Record<string, number> {
  const valueOf = (name: string): number => {
    const figure = figures[name];
    return typeof figure === 'object' ? figure.median : (figure ?? NaN);
  };
  const slowest = Object.keys(figures).filter((name) => /^visibleMs .* slowest/.test(name));
  return {
    ...Object.fromEntries(
      Object.entries(MOST).map(([name, most]) => [`${name} / ${most} ms`, valueOf(name) / most]),
    ),
    [`slowest visible / ${VISIBLE_MS_MAX} ms`]: Math.max(...slowest.map(valueOf)) / VISIBLE_MS_MAX,
  };
}
