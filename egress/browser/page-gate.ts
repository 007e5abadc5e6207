import type { CDPSession, Page } from 'puppeteer';
import type { BrowserClaim, BrowserTraits } from './browser-identity.ts';
import type { ChainingProxy } from './chaining-proxy.ts';

export interface PageGate {
  proxy: Pick<ChainingProxy, 'username' | 'password'>;
  claim: BrowserClaim;
  traits: BrowserTraits;
  /** Asked before each request that a script of the page sends; one that is refused does not leave. */
  beforeRequest: (request: SeenRequest) => Promise<void>;
}

/** A request that the page's own scripts send. */
export interface SeenRequest {
  url: string;
  body?: string | undefined;
}

/** What costs a proxy's bytes and adds nothing to a menu. A style sheet does: a page may wait for it. */
const UNWANTED = new Set(['Image', 'Media', 'Font', 'Ping', 'Prefetch', 'CSPViolationReport']);
/** As many as a request without a browser follows. */
const REDIRECTS_MAX = 3;
const SCRIPTED = new Set(['XHR', 'Fetch']);

/**
 * Gives a page its identity and stands between it and the network: answers the proxy's question for the password, lets
 * pictures and the like not out, and looks at what the page's scripts ask. Must be called before the first page opens.
 */
export async function gatePage(page: Page, gate: PageGate): Promise<void> {
  const cdp = await page.createCDPSession();
  answerAuthentication(cdp, gate.proxy);
  // A page that asks its visitor something, such as an age, would wait for the answer for good.
  page.on('dialog', (dialog) => send(dialog.accept()));
  sortRequests(cdp, gate.beforeRequest);
  const { screen, viewport, languages } = gate.traits;
  await Promise.all([
    cdp.send('Fetch.enable', { handleAuthRequests: true, patterns: [{ urlPattern: '*' }] }),
    cdp.send('Emulation.setUserAgentOverride', {
      userAgent: gate.claim.userAgent,
      acceptLanguage: languages.join(','),
      userAgentMetadata: gate.claim.metadata,
    }),
    cdp.send('Emulation.setDeviceMetricsOverride', {
      ...viewport,
      deviceScaleFactor: 1,
      mobile: false,
      screenWidth: screen.width,
      screenHeight: screen.height,
    }),
    // A service worker would send requests of its own, past this gate.
    cdp.send('Network.setBypassServiceWorker', { bypass: true }),
  ]);
}

function answerAuthentication(cdp: CDPSession, { username, password }: PageGate['proxy']): void {
  const asked = new Set<string>();
  cdp.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    // The same question again means that the answer was wrong. A site that asks gets nothing.
    const isOurs = authChallenge.source === 'Proxy' && !asked.has(requestId);
    asked.add(requestId);
    send(
      cdp.send('Fetch.continueWithAuth', {
        requestId,
        authChallengeResponse: isOurs
          ? { response: 'ProvideCredentials', username, password }
          : { response: 'CancelAuth' },
      }),
    );
  });
}

function sortRequests(cdp: CDPSession, beforeRequest: PageGate['beforeRequest']): void {
  const redirectsBefore = countRedirects();
  cdp.on('Fetch.requestPaused', ({ requestId, redirectedRequestId, resourceType, request }) => {
    const pass = () => send(cdp.send('Fetch.continueRequest', { requestId }));
    const refuse = () => send(cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }));
    if (UNWANTED.has(resourceType) || redirectsBefore(requestId, redirectedRequestId) > REDIRECTS_MAX)
      refuse();
    else if (!SCRIPTED.has(resourceType)) pass();
    else beforeRequest({ url: request.url, body: request.postData }).then(pass, refuse);
  });
}

/** Each hop of a redirect comes as a request of its own, which names the one before it. */
function countRedirects(): (requestId: string, redirectedFrom: string | undefined) => number {
  const counts = new Map<string, number>();
  return (requestId, redirectedFrom) => {
    if (redirectedFrom === undefined) return 0;
    const count = (counts.get(redirectedFrom) ?? 0) + 1;
    counts.delete(redirectedFrom);
    counts.set(requestId, count);
    return count;
  };
}

/** A request whose page is gone has nobody who waits for it. */
function send(command: Promise<unknown>): void {
  command.catch(() => undefined);
}
