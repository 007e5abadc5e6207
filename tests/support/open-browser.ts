import { onTestFinished } from 'vitest';
import type { Proxy } from '../../domain/identity.ts';
import { createBrowserSessions, type BrowserSessionTools } from '../../egress/browser/browser-session.ts';
import { findBrowser } from '../../egress/browser/find-browser.ts';
import { browsersRoot } from '../../egress/browser/session-folders.ts';
import { createRobots, type RobotsTools } from '../../egress/robots.ts';
import type {
  OpenSession,
  RequestPacing,
  SessionPurpose,
  RequestResult,
  PaceRequest,
} from '../../egress/session.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The browser of this machine, unpacked once for all tests. Under root it runs without its sandbox. */
export const testBrowser = await findBrowser({ executablePath: undefined, root: browsersRoot() });
export const hasSandbox = process.getuid?.() !== 0;

export interface RecordedTurn {
  request: PaceRequest;
  result: RequestResult | null;
}

export interface OpenedBrowser {
  session: OpenSession;
  turns: RecordedTurn[];
  /** The requests that the scripts of the menu page sent. */
  learned: { url: string; body?: string | undefined }[];
  /** The folder in which each browser has its folder. */
  root: string;
}

export interface OpenBrowserOptions {
  pageUrl: string;
  exitAddressUrl: string;
  trustedSpki: string;
  /** The URL of the platform's home page; default: the URL of the menu page. */
  homeUrl?: string;
  /** For each platform, whether it obeys robots.txt; default: none does. */
  robots?: Partial<RobotsTools['platforms']>;
  purpose?: Partial<SessionPurpose>;
  tools?: Partial<BrowserSessionTools>;
}

/** Opens a browser session, and returns it with the tools that it uses. The session is closed when the test ends. */
export async function openBrowser(proxy: Proxy, options: OpenBrowserOptions): Promise<OpenedBrowser> {
  const root = await temporaryFolder('browsers-');
  const turns: RecordedTurn[] = [];
  const pacing = recordTurns(turns);
  // Unless a test says otherwise, the menu page is on the platform's own host.
  const homeUrl = options.homeUrl ?? options.pageUrl;
  const learned: OpenedBrowser['learned'] = [];
  const open = createBrowserSessions({
    browser: testBrowser,
    root,
    hasSandbox,
    trustedSpki: options.trustedSpki,
    addressPolicy: { allowedPrivateHosts: ['*.test'] },
    pacing,
    robots: createRobots({
      pacing,
      saveCrawlDelay: async () => undefined,
      platforms: { dutchie: { obeysRobots: false }, blaze: { obeysRobots: false }, ...options.robots },
    }),
    platforms: { dutchie: { homeUrl }, blaze: { homeUrl } },
    exitAddressUrl: options.exitAddressUrl,
    onPageRequest: (_purpose, request) => learned.push(request),
    ...options.tools,
  });
  const purpose: SessionPurpose = {
    platform: 'dutchie',
    target: 'dutchie',
    stateCode: 'AZ',
    countryCode: 'US',
    timeZone: null,
    pageUrl: options.pageUrl,
    attemptKey: 'test/1/1',
    signal: new AbortController().signal,
    ...options.purpose,
  };
  const session = await open(purpose, { number: 0, proxy });
  onTestFinished(() => session.close());
  return { session, turns, learned, root };
}

function recordTurns(turns: RecordedTurn[]): RequestPacing {
  return {
    admit: async () => undefined,
    async acquirePermit(request) {
      const turn: RecordedTurn = { request, result: null };
      turns.push(turn);
      return {
        async end(result) {
          turn.result = result;
        },
      };
    },
  };
}
