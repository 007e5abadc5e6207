import type { CDPSession, Page } from 'puppeteer';
import type { BrowserClaim, BrowserTraits } from './browser-identity.ts';
import type { LocalProxy } from '../chaining-proxy.ts';

export interface PageGate {
  proxy: Pick<LocalProxy, 'username' | 'password'>;
  claim: BrowserClaim;
  traits: BrowserTraits;
  /** Called before each request that a script of the page sends; a rejection blocks the request. */
  beforeRequest: (request: SeenRequest) => Promise<void>;
}

/** A request sent by the page's own scripts. */
export interface SeenRequest {
  url: string;
  body?: string | undefined;
}

/** Resources that cost proxy bytes and add nothing to a menu. Style sheets pass, because a page may wait for them. */
const UNWANTED = new Set(['Image', 'Media', 'Font', 'Ping', 'Prefetch', 'CSPViolationReport']);
/** The same limit as without a browser. */
const REDIRECTS_MAX = 3;
const SCRIPTED = new Set(['XHR', 'Fetch']);

/**
 * Gives a page its identity and intercepts its requests: answers the proxy's authentication, blocks images and the like, and
 * checks what the page's scripts request. Must be called before the first page opens.
 */
export async function gatePage(page: Page, gate: PageGate): Promise<void> {
  const cdp = await page.createCDPSession();
  answerAuthentication(cdp, gate.proxy);
  // Accepts dialogs, such as an age check, because the page would wait for an answer forever.
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
    // Requests of a service worker would bypass this gate.
    cdp.send('Network.setBypassServiceWorker', { bypass: true }),
  ]);
}

function answerAuthentication(cdp: CDPSession, { username, password }: PageGate['proxy']): void {
  const requested = new Set<string>();
  cdp.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    // A repeated challenge means that the credentials were wrong. A site that asks for credentials gets none.
    const isOurs = authChallenge.source === 'Proxy' && !requested.has(requestId);
    requested.add(requestId);
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

/** Returns a function that counts the redirects before a request. Each hop is a separate request that names the previous one. */
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

/** Ignores the command's error: it fails when the page has closed, and then nobody waits for the request. */
function send(command: Promise<unknown>): void {
  command.catch(() => undefined);
}
