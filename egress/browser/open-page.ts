import type { HTTPResponse, Page } from 'puppeteer';
import { CrawlError } from '../../domain/errors.ts';
import { within } from '../deadline.ts';
import type { HttpResponse } from '../http-transport.ts';
import { judgeStatus } from '../judge-answer.ts';
import { browserFailure } from './browser-failure.ts';

/** How long a block page's script has to let us through. */
const CHALLENGE_MS = 15_000;
/** A page is ready when it has sent no request for half a second; a page that never becomes idle is used as it is. */
const QUIET_MS = 500;
const QUIET_TIMEOUT_MS = 10_000;
const DOCUMENT_BYTES_MAX = 20_000_000;

export interface PageOptions {
  url: string;
  timeoutMs: number;
  /** Limit of the decoded document; 20 million by default. */
  maxBodyBytes?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Opens a page and reads its document.
 * @throws CrawlError ProxyFault, UpstreamError, ContractBroken (a document beyond the limit) or BrowserFault; the reason
 *   of an aborted signal
 */
export async function openPage(page: Page, request: PageOptions): Promise<HttpResponse> {
  const { url, timeoutMs, signal, maxBodyBytes = DOCUMENT_BYTES_MAX } = request;
  const startedAt = performance.now();
  const { host } = new URL(url);
  let watch: SizeWatch | undefined;
  const open = async (): Promise<HttpResponse> => {
    watch = await watchSize(page, maxBodyBytes);
    const response = await Promise.race([
      page.goto(url, { waitUntil: 'domcontentloaded', timeout: timeoutMs }),
      watch.exceeded,
    ]);
    if (response === null) throw new Error('the page has no document');
    return readDocument(response, startedAt);
  };
  try {
    return await within(
      { timeoutMs, signal, failure: () => new Error(`no document within ${timeoutMs} ms`) },
      open(),
    );
  } catch (error) {
    signal?.throwIfAborted();
    throw browserFailure(error, host);
  } finally {
    watch?.stop();
  }
}

interface SizeWatch {
  /** Rejects when a document exceeds the limit. */
  exceeded: Promise<never>;
  stop(): void;
}

/** Counts the bytes of the page's documents as they arrive, so that a large one fills neither the browser's memory nor ours. */
async function watchSize(page: Page, maxBytes: number): Promise<SizeWatch> {
  const cdp = await page.createCDPSession();
  const { promise, reject } = Promise.withResolvers<never>();
  // Nobody may be waiting when it rejects; without this handler, Node would report an unhandled rejection.
  promise.catch(() => undefined);
  const bytesOf = new Map<string, number>();
  cdp.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'Document') bytesOf.set(requestId, 0);
  });
  cdp.on('Network.dataReceived', ({ requestId, dataLength }) => {
    const before = bytesOf.get(requestId);
    if (before === undefined) return;
    bytesOf.set(requestId, before + dataLength);
    if (before + dataLength <= maxBytes) return;
    cdp.send('Page.stopLoading').catch(() => undefined);
    reject(
      new CrawlError('ContractBroken', `Expected a page of at most ${maxBytes} bytes, got more`, {
        evidence: { fault: 'too-long' },
      }),
    );
  });
  await cdp.send('Network.enable');
  return { exceeded: promise, stop: () => void cdp.detach().catch(() => undefined) };
}

/**
 * Opens a store's menu page. A block page with a script gets some time to let us through.
 * @throws CrawlError Blocked and the other kinds of `judgeStatus`, with a sample of the page
 */
export async function openMenuPage(page: Page, request: PageOptions): Promise<void> {
  const second = watchSecondDocument(page);
  try {
    const document = await openPage(page, request);
    const refusal = refusalIn(document);
    if (refusal !== null) {
      // The body of a page that navigated away at once can no longer be read, so an empty body may have had a script.
      if (document.body.length > 0 && !document.body.includes('<script')) throw refusal;
      judgeStatus(await throughChallenge(page, { request, refusal, next: second.document }));
    }
  } finally {
    second.stop();
  }
}

/** Waits for the document that a block page's script leads to. @throws the refusal when there is none */
async function throughChallenge(
  page: Page,
  { request, refusal, next }: { request: PageOptions; refusal: CrawlError; next: Promise<HttpResponse> },
): Promise<HttpResponse> {
  const size = await watchSize(page, DOCUMENT_BYTES_MAX);
  try {
    const deadline = { timeoutMs: CHALLENGE_MS, signal: request.signal, failure: () => refusal };
    return await within(deadline, Promise.race([next, size.exceeded]));
  } finally {
    size.stop();
  }
}

/** Waits until the page's scripts have finished, for example to set a cookie. */
export async function untilQuiet(page: Page, signal: AbortSignal | undefined): Promise<void> {
  await within(
    { timeoutMs: QUIET_TIMEOUT_MS + 1_000, signal, failure: () => new Error('never quiet') },
    page.waitForNetworkIdle({ idleTime: QUIET_MS, timeout: QUIET_TIMEOUT_MS }),
  ).catch(() => signal?.throwIfAborted());
}

/** Returns the refusal that a document represents, or null. @throws CrawlError for any other fault */
function refusalIn(document: HttpResponse): CrawlError | null {
  try {
    judgeStatus(document);
    return null;
  } catch (error) {
    if (error instanceof CrawlError && error.kind === 'Blocked') return error;
    throw error;
  }
}

/** Watches, from before the first document, for a second one that its script leads to. */
function watchSecondDocument(page: Page): { document: Promise<HttpResponse>; stop(): void } {
  const startedAt = performance.now();
  const { promise, resolve } = Promise.withResolvers<HTTPResponse>();
  let documents = 0;
  const look = (response: HTTPResponse): void => {
    const request = response.request();
    const isRedirect = response.status() >= 300 && response.status() < 400;
    if (isRedirect || !request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    documents += 1;
    if (documents === 2) resolve(response);
  };
  page.on('response', look);
  return {
    document: promise.then((response) => readDocument(response, startedAt)),
    stop: () => void page.off('response', look),
  };
}

async function readDocument(response: HTTPResponse, startedAt: number): Promise<HttpResponse> {
  // A document without a body, such as that of a 204, cannot be read.
  const body = Buffer.from(await response.text().catch(() => ''));
  return {
    status: response.status(),
    headers: Object.entries(response.headers()),
    body,
    wireBytes: body.length,
    durationMs: Math.round(performance.now() - startedAt),
    url: response.url(),
  };
}
