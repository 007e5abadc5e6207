import { CrawlError } from '../../domain/errors.ts';
import { acceptLanguageFor, timeZoneOfState } from '../../domain/identity.ts';
import { assertAllowedAddress, type AddressPolicy } from '../address-guard.ts';
import { verifyExitAddress } from '../exit-address.ts';
import { judgeAnswer } from '../judge-answer.ts';
import { seedOf } from '../make-identity.ts';
import { sendInTurn } from '../send-in-turn.ts';
import type { OpenSession, RequestPacing, SessionPorts, SessionPurpose, SessionTurn } from '../session.ts';
import { browserFlags } from './browser-flags.ts';
import { chooseTraits, claimOf } from './browser-identity.ts';
import { startChainingProxy, type ChainingProxy } from './chaining-proxy.ts';
import { fetchInPage } from './fetch-in-page.ts';
import type { BrowserBinary } from './find-browser.ts';
import { launchBrowser, type LaunchedBrowser } from './launch-browser.ts';
import { openMenuPage, openPage, untilQuiet } from './open-page.ts';
import { gatePage, type SeenRequest } from './page-gate.ts';

const PAGE_TIMEOUT_MS = 60_000;

export interface BrowserSessionTools {
  browser: BrowserBinary;
  /** Where browsers keep their folders. */
  root: string;
  hasSandbox: boolean;
  trustedSpki: string | undefined;
  addressPolicy: AddressPolicy;
  pacing: RequestPacing;
  exitAddressUrl: string;
  /** Told of each request that a script of the menu page sends, so that what the platform uses now can be learned. */
  onPageRequest(purpose: SessionPurpose, request: SeenRequest): void;
}

/**
 * Opens sessions in a browser of their own: fresh proxy, fresh profile, the exit address seen, the menu page loaded. What
 * is asked is asked from inside that page.
 */
export function createBrowserSessions(tools: BrowserSessionTools): SessionPorts['openSession'] {
  return async (purpose, turn) => {
    await tools.pacing.admit(purpose.platform);
    assertAllowedAddress(purpose.pageUrl, tools.addressPolicy);
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
      let isLoading = true;
      await gatePage(browser.page, {
        proxy,
        traits,
        claim,
        // Only what the page asks by itself: our own requests have their turns, and nothing to teach.
        beforeRequest: async (request) => {
          if (isLoading) await admitPageRequest(tools, purpose, request);
        },
      });
      const exitAddress = await seeExitAddress(browser, tools, purpose.signal);
      await loadMenuPage(browser, tools, purpose);
      isLoading = false;
      return sessionOf({ tools, purpose, turn, browser, proxy, exitAddress, profile: claim.name, close });
    } catch (error) {
      await close();
      throw error;
    }
  };
}

/** @throws CrawlError ProxyFault for whatever goes wrong on the way, but BrowserFault when it is the browser's fault */
async function seeExitAddress(
  { page }: LaunchedBrowser,
  { exitAddressUrl }: BrowserSessionTools,
  signal: AbortSignal,
): Promise<string> {
  const transport = {
    send: ({ url, timeoutMs = PAGE_TIMEOUT_MS }: { url: string; timeoutMs?: number }) =>
      openPage(page, { url, timeoutMs, signal }),
    close: async () => undefined,
  };
  try {
    return await verifyExitAddress(transport, exitAddressUrl, { signal });
  } catch (error) {
    const cause = error instanceof CrawlError ? error.cause : null;
    throw cause instanceof CrawlError && cause.kind === 'BrowserFault' ? cause : error;
  }
}

async function loadMenuPage(
  { page }: LaunchedBrowser,
  { pacing }: BrowserSessionTools,
  { platform, pageUrl, signal }: SessionPurpose,
): Promise<void> {
  await sendInTurn(pacing, { platform, url: pageUrl, signal }, () =>
    openMenuPage(page, { url: pageUrl, timeoutMs: PAGE_TIMEOUT_MS, signal }),
  );
  // Outside of the page's own turn: what it asks now takes turns of its own.
  await untilQuiet(page, signal);
}

/** What a page asks of its own site counts against the platform's limits as our requests do; others are strangers. */
async function admitPageRequest(
  tools: BrowserSessionTools,
  purpose: SessionPurpose,
  request: SeenRequest,
): Promise<void> {
  tools.onPageRequest(purpose, request);
  const { platform, pageUrl, signal } = purpose;
  const isStranger = new URL(request.url).host !== new URL(pageUrl).host;
  if (isStranger) return;
  const turn = await tools.pacing.takeTurn({ platform, url: request.url, signal });
  // Its answer goes to the page, so how it ended is not known here.
  await turn.end({ outcome: 'answered' });
}

interface SessionParts {
  tools: BrowserSessionTools;
  purpose: SessionPurpose;
  turn: SessionTurn;
  browser: LaunchedBrowser;
  proxy: ChainingProxy;
  exitAddress: string;
  profile: string;
  close: () => Promise<void>;
}

function sessionOf({
  tools,
  purpose,
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
    askJson: (request) =>
      sendInTurn(tools.pacing, { platform, url: request.url, signal }, async () => {
        const response = await fetchInPage(browser.page, request, { signal });
        answers += 1;
        answersMs += response.durationMs;
        return judgeAnswer(response);
      }),
    async download(url) {
      throw new CrawlError(
        'InvalidInput',
        `A browser session downloads no pictures, and was asked for ${url}.`,
      );
    },
    usage: () => ({
      bytes: proxy.bytes(),
      ...(answers === 0 ? {} : { responseTimeMs: Math.round(answersMs / answers) }),
    }),
    close,
  };
}
