import type { PlatformName } from '../../domain/dispensary.ts';
import { CrawlError } from '../../domain/errors.ts';
import { acceptLanguageFor, timeZoneOfState } from '../../domain/identity.ts';
import { assertAllowedAddress, type AddressPolicy } from '../address-guard.ts';
import { verifyExitAddress } from '../exit-address.ts';
import type { HttpRequest } from '../http-transport.ts';
import { judgeAnswer } from '../judge-answer.ts';
import { seedOf } from '../make-identity.ts';
import type { Robots, RobotsFetch } from '../robots.ts';
import { sendPaced } from '../send-paced.ts';
import type {
  OpenSession,
  RequestPacing,
  SessionPorts,
  SessionPurpose,
  SessionUse,
  PaceRequest,
} from '../session.ts';
import { browserFlags } from './browser-flags.ts';
import { chooseTraits, claimOf } from './browser-identity.ts';
import { startChainingProxy, type LocalProxy } from '../chaining-proxy.ts';
import { fetchInPage } from './fetch-in-page.ts';
import type { BrowserBinary } from './find-browser.ts';
import { launchBrowser, type LaunchedBrowser } from './launch-browser.ts';
import { openMenuPage, openPage, untilQuiet } from './open-page.ts';
import { fetchInTab } from './fetch-in-tab.ts';
import { gatePage, type SeenRequest } from './page-gate.ts';

const PAGE_TIMEOUT_MS = 60_000;

export interface BrowserSessionTools {
  browser: BrowserBinary;
  /** The root of the browsers' folders. */
  root: string;
  hasSandbox: boolean;
  trustedSpki: string | undefined;
  addressPolicy: AddressPolicy;
  pacing: RequestPacing;
  robots: Robots;
  /**
   * `homeUrl` identifies a platform's own host: a menu page on that host obeys robots.txt only if requests to the
   * platform's API do.
   */
  platforms: Record<PlatformName, { homeUrl: string }>;
  exitAddressUrl: string;
  /** Called with each request that a script of the menu page sends, so that the platform's current queries can be learned. */
  onPageRequest(purpose: SessionPurpose, request: SeenRequest): void;
}

/**
 * Makes the function that opens sessions, each in its own browser: new proxy, new profile, verified exit address, loaded menu page.
 * Requests are sent from inside that page.
 */
export function createBrowserSessions(tools: BrowserSessionTools): SessionPorts['openSession'] {
  return async (requested, turn) => {
    await tools.pacing.admit(requested.platform);
    const purpose = {
      ...requested,
      pageUrl: assertAllowedAddress(requested.pageUrl, tools.addressPolicy).href,
    };
    const proxy = await startChainingProxy(turn.proxy, tools.addressPolicy);
    let browser: LaunchedBrowser | undefined;
    const close = async (): Promise<void> => {
      await Promise.allSettled([browser?.kill(), proxy.close()]);
    };
    try {
      const seed = seedOf(purpose.attemptKey) + turn.number;
      const traits = chooseTraits(seed, acceptLanguageFor(purpose.stateCode, { family: 'chrome' }));
      browser = await launchBrowser({
        executable: tools.browser.executable,
        env: tools.browser.env,
        root: tools.root,
        timeZone: purpose.timeZone ?? timeZoneOfState(purpose.stateCode),
        flags: (folder) => browserFlags({ ...tools, folder, proxyAddress: proxy.address, traits }),
      });
      const claim = claimOf(browser.product, browser.userAgent);
      const identity = { proxy, traits, claim };
      const robotsFetch = fetchInTab(browser.page, identity);
      let isLoading = true;
      await gatePage(browser.page, {
        ...identity,
        // Only for requests that the page sends itself: our own requests already have permits, and nothing can be
        // learned from them.
        beforeRequest: async (request) => {
          if (isLoading) await admitPageRequest({ tools, purpose, robotsFetch }, request);
        },
      });
      const exitAddress = await seeExitAddress(browser, tools, purpose.signal);
      await loadMenuPage(browser, { tools, purpose, robotsFetch });
      isLoading = false;
      const { name: profile } = claim;
      return sessionOf({ tools, purpose, robotsFetch, turn, browser, proxy, exitAddress, profile, close });
    } catch (error) {
      await close();
      throw error;
    }
  };
}

/** @throws CrawlError BrowserFault when the browser is to blame, else ProxyFault for any failure */
async function seeExitAddress(
  { page }: LaunchedBrowser,
  { exitAddressUrl }: BrowserSessionTools,
  signal: AbortSignal,
): Promise<string> {
  const transport = {
    send: ({ url, timeoutMs = PAGE_TIMEOUT_MS, maxBodyBytes }: HttpRequest) =>
      openPage(page, { url, timeoutMs, maxBodyBytes, signal }),
    close: async () => undefined,
  };
  try {
    return await verifyExitAddress(transport, exitAddressUrl, { signal });
  } catch (error) {
    const cause = error instanceof CrawlError ? error.cause : null;
    throw cause instanceof CrawlError && cause.kind === 'BrowserFault' ? cause : error;
  }
}

interface Asking {
  tools: BrowserSessionTools;
  purpose: SessionPurpose;
  /** Fetches a robots.txt. */
  robotsFetch: RobotsFetch;
}

async function loadMenuPage({ page }: LaunchedBrowser, asking: Asking): Promise<void> {
  const { tools, purpose, robotsFetch } = asking;
  const { platform, pageUrl, signal } = purpose;
  await tools.robots.assertAllowed(menuHostOptions(asking, pageUrl), robotsFetch);
  await sendPaced(tools.pacing, { platform, url: pageUrl, signal }, () =>
    openMenuPage(page, { url: pageUrl, timeoutMs: PAGE_TIMEOUT_MS, signal }),
  );
  // Waits outside the page's own permit, because each request of the page's scripts gets a permit of its own.
  await untilQuiet(page, signal);
}

/**
 * Returns the request for which robots.txt is checked. On the platform's own host, the platform's setting decides whether robots.txt is
 * obeyed; on any other host it always is.
 */
function menuHostOptions({ tools, purpose }: Asking, url: string): PaceRequest {
  const { platform, signal } = purpose;
  const isPlatforms = new URL(url).host === new URL(tools.platforms[platform].homeUrl).host;
  return isPlatforms ? { platform, url, signal } : { platform: null, servedPlatform: platform, url, signal };
}

/**
 * Admits a request of the page's scripts. A request to the page's own site counts against the platform's limits, as our requests do; a
 * request to another site does not.
 */
async function admitPageRequest(asking: Asking, request: SeenRequest): Promise<void> {
  const { tools, purpose, robotsFetch } = asking;
  tools.onPageRequest(purpose, request);
  const { platform, pageUrl, signal } = purpose;
  const isStranger = new URL(request.url).host !== new URL(pageUrl).host;
  if (isStranger) return;
  await tools.robots.assertAllowed(menuHostOptions(asking, request.url), robotsFetch);
  const turn = await tools.pacing.acquirePermit({ platform, url: request.url, signal });
  // The answer goes to the page, so the outcome is unknown here and counts as answered.
  await turn.end({ outcome: 'answered' });
}

interface SessionParts extends Asking {
  turn: SessionUse;
  browser: LaunchedBrowser;
  proxy: LocalProxy;
  exitAddress: string;
  profile: string;
  close: () => Promise<void>;
}

function sessionOf({
  tools,
  purpose,
  robotsFetch,
  turn,
  browser,
  proxy,
  exitAddress,
  profile,
  close,
}: SessionParts): OpenSession {
  const { platform, signal } = purpose;
  let [answers, answersMs] = [0, 0];
  return {
    identity: { proxy: turn.proxy, profile: { name: profile } },
    exitAddress,
    async askJson(request) {
      const paceRequest = { platform, url: request.url, signal };
      await tools.robots.assertAllowed(paceRequest, robotsFetch);
      return sendPaced(tools.pacing, { ...paceRequest, operation: request.operation }, async () => {
        const response = await fetchInPage(browser.page, request, { signal });
        answers += 1;
        answersMs += response.durationMs;
        return judgeAnswer(response);
      });
    },
    async download(url) {
      throw new CrawlError(
        'InvalidInput',
        `A browser session cannot download images; the requested one is ${url}.`,
      );
    },
    usage: () => ({
      bytes: proxy.bytes(),
      ...(answers === 0 ? {} : { responseTimeMs: Math.round(answersMs / answers) }),
    }),
    close,
  };
}
