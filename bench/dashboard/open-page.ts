import type { Browser, CDPSession, Page } from 'puppeteer';

/** A phone, or a laptop that does much else. */
export const SLOW_DOWN = 4;

/** What the page's own observers have noted. */
interface Noted {
  lcpMs: number;
  /** By the number of an interaction; those below 16 ms are not among them. */
  interactions: Record<string, NotedInteraction>;
}

/** What somebody did in a page. */
export interface NotedInteraction {
  /** Until its result was painted. */
  ms: number;
  /** Of these, how long scripts of the page handled it. */
  handledMs: number;
  /** The event, on what, and on which page. */
  about: string;
}

/** Notes the largest paint, and how long interactions take. Runs before anything of the page. */
const OBSERVE = `
  window.noted = { lcpMs: 0, interactions: {} };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) noted.lcpMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { interactionId: id, duration: ms, processingStart, processingEnd, name, target } of list.getEntries())
      if (id && ms > (noted.interactions[id]?.ms ?? 0))
        noted.interactions[id] = {
          ms,
          handledMs: Math.round(processingEnd - processingStart),
          about: [name, target?.tagName ?? 'what is gone', target?.id ?? '', location.pathname].join(' '),
        };
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

/** A page in a browser that has nothing of it. */
export interface OpenedPage {
  page: Page;
  /** Bytes as they came over the network, since it was opened. */
  bytes: () => number;
  /** Requests since it was opened; a stream of events is one. */
  requests: () => number;
  noted: () => Promise<Noted>;
  /** The JavaScript heap after a garbage collection, in MiB. */
  heapMiB: () => Promise<number>;
  close: () => Promise<void>;
}

/** Opens a page. @param slowDown how many times slower than this machine its processor is */
export async function openPage(browser: Browser, slowDown: number): Promise<OpenedPage> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.setViewport({ width: 1440, height: 900 });
  await page.evaluateOnNewDocument(OBSERVE);
  const cdp = await page.createCDPSession();
  await cdp.send('Network.enable');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  let bytes = 0;
  let requests = 0;
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  cdp.on('Network.requestWillBeSent', () => (requests += 1));
  return {
    page,
    bytes: () => bytes,
    requests: () => requests,
    noted: () => page.evaluate('noted') as Promise<Noted>,
    heapMiB: () => readHeap(cdp),
    close: () => context.close(),
  };
}

async function readHeap(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}
