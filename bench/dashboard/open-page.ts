import type { Browser, CDPSession, Page } from 'puppeteer';

/** The factor by which the CPU is slowed down, to simulate a phone or a busy laptop. */
export const SLOW_DOWN = 4;

/** What the page's observers have recorded. */
interface Noted {
  lcpMs: number;
  /** By interaction id; interactions below 16 ms are missing. */
  interactions: Record<string, NotedInteraction>;
}

/** An interaction with a page. */
export interface NotedInteraction {
  /** The time until its result was painted. */
  ms: number;
  /** The part of it in event handlers. */
  handledMs: number;
  /** The event, its target and its page. */
  about: string;
}

/** Records the largest paint and the duration of interactions. Runs before the page's scripts. */
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

/** A page in a browser with an empty cache. */
export interface OpenedPage {
  page: Page;
  /** Bytes over the network since it was opened. */
  bytes: () => number;
  /** Requests since it was opened; a stream of events is one. */
  requests: () => number;
  noted: () => Promise<Noted>;
  /** The JavaScript heap after a garbage collection, in MiB. */
  heapMiB: () => Promise<number>;
  close: () => Promise<void>;
}

/** Opens a page. @param slowDown the factor by which the CPU is slowed down */
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
