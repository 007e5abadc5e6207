import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Proxy } from '../domain/identity.ts';
import { createBrowserSessions } from '../egress/browser/browser-session.ts';
import { findBrowser } from '../egress/browser/find-browser.ts';
import { browsersRoot } from '../egress/browser/session-folders.ts';
import type { OpenSession, SessionPurpose } from '../egress/session.ts';
import { createDutchiePlatform } from '../platforms/dutchie/dutchie.ts';
import { NOTHING_KNOWN } from '../platforms/platform.ts';
import { startSandbox, type SandboxInfo } from '../sandbox/start-sandbox.ts';
import { browserSlots } from '../workers/browser-slots.ts';
import { round, type Measurement } from './measurement.ts';
import { sampleMemory, type PeakMemory } from './sample-memory.ts';

const BROWSERS_MAX = 4;
/** Makes the menu about as large as the largest real one seen, of 2,890 products. */
const PRODUCTS = 1_215;
/** The memory of one browser in the slot formula. */
const FORMULA_MIB = 400;

/**
 * Measures the memory of 1 to 4 concurrent browsers. Each shows a whole menu in a page, and also fetches the menu from inside
 * that page. The figure is the peak of the proportional set size of all their processes. Each round starts new browsers, so that
 * none is warm from the round before.
 */
export async function benchBrowser(): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-browser-'));
  const sandbox = await startSandbox({
    stateDir: join(folder, 'sandbox'),
    dispensaries: 1,
    products: PRODUCTS,
  });
  try {
    const store = await largestStore(sandbox.info);
    const figures: Record<string, number> = { 'products on the menu': store.size };
    const ratios: Record<string, number> = {};
    for (let browsers = 1; browsers <= BROWSERS_MAX; browsers += 1) {
      const { peakMiB, seconds } = await runBrowsers({ info: sandbox.info, folder, store, browsers });
      figures[`${browsers} at once, peak memory, MiB`] = round(peakMiB, 0);
      figures[`${browsers} at once, memory of each, MiB`] = round(peakMiB / browsers, 0);
      figures[`${browsers} at once, menu fetched in, s`] = round(seconds);
      ratios[`${browsers} at once, each / formula of ${FORMULA_MIB} MiB`] = round(
        peakMiB / browsers / FORMULA_MIB,
        2,
      );
    }
    for (const memoryLimitMiB of [1024, 2048, 2560, 4096]) {
      const slots = browserSlots({ memoryLimitMiB, maxConcurrentTasks: 100, maxBrowsers: undefined });
      figures[`slots that the formula gives at ${memoryLimitMiB} MiB`] = slots;
    }
    return { figures, ratios };
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Store {
  id: string;
  pageUrl: string;
  size: number;
}

async function largestStore(info: SandboxInfo): Promise<Store> {
  const answer = await fetch(`${info.controlUrl}/control/truth`);
  const { dispensaries } = (await answer.json()) as {
    dispensaries: { platformId: string; slug: string; products: unknown[] }[];
  };
  const [store] = dispensaries.toSorted((a, b) => b.products.length - a.products.length);
  if (store === undefined) throw new Error('The sandbox has no dispensary');
  return {
    id: store.platformId,
    pageUrl: `${info.menuBaseUrl}/embedded-menu/${store.slug}?whole`,
    size: store.products.length,
  };
}

interface Round {
  info: SandboxInfo;
  folder: string;
  store: Store;
  browsers: number;
}

async function runBrowsers({ info, folder, store, browsers }: Round) {
  const root = join(folder, `browsers-${browsers}`);
  const open = createBrowserSessions({
    browser: await findBrowser({ executablePath: undefined, root: browsersRoot() }),
    root,
    hasSandbox: process.getuid?.() !== 0,
    trustedSpki: info.caSpkiSha256,
    addressPolicy: { allowedPrivateHosts: ['*.sandbox.test'] },
    pacing: { admit: async () => undefined, acquirePermit: async () => ({ end: async () => undefined }) },
    robots: { assertAllowed: async () => undefined },
    platforms: { dutchie: { homeUrl: info.menuBaseUrl }, blaze: { homeUrl: info.menuBaseUrl } },
    exitAddressUrl: info.echoUrl,
    onPageRequest: () => undefined,
  });
  const proxy: Proxy = { ...info.proxies[0]!, id: 1 };
  const peaks: PeakMemory = new Map();
  const stopSampling = sampleMemory(process.pid, peaks);
  const startedAt = performance.now();
  const sessions = await Promise.all(
    Array.from({ length: browsers }, (_, number) => open(purposeOf(store), { number, proxy })),
  );
  await Promise.all(sessions.map((session) => fetchMenu(session, info, store)));
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(sessions.map((session) => session.close()));
  stopSampling();
  return { seconds, peakMiB: (peaks.get('browser') ?? NaN) / 2 ** 20 };
}

function purposeOf({ pageUrl }: Store): SessionPurpose {
  return {
    platform: 'dutchie',
    target: 'dutchie/browser',
    stateCode: 'AZ',
    countryCode: 'US',
    timeZone: null,
    pageUrl,
    attemptKey: 'bench/1/1',
    signal: new AbortController().signal,
  };
}

async function fetchMenu(session: OpenSession, info: SandboxInfo, { id, size }: Store): Promise<void> {
  const platform = createDutchiePlatform({ graphqlUrl: info.graphqlUrl, hashes: info.hashes });
  const request = { platformDispensaryId: id, order: 'ascending', apiUrl: null } as const;
  const ids = new Set<string>();
  for (let page = 0; page * platform.pageSize < size; page += 1) {
    const answer = await session.askJson(platform.requestMenuPage({ ...request, page }, NOTHING_KNOWN));
    for (const product of platform.parseMenuPage(answer).products) ids.add(product.id);
  }
  if (ids.size < size) throw new Error(`The browser brought ${ids.size} of ${size} products`);
}
