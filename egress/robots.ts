import robotsParser from 'robots-parser';
import { CrawlError } from '../domain/errors.ts';
import { isBreak } from '../domain/proxy-break.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import { waitFor } from '../observability/waits.ts';
import type { HttpRequest, HttpResponse } from './http-transport.ts';
import { judgeStatus } from './judge-answer.ts';
import { paceTarget } from './pacing.ts';
import { sendInTurn } from './send-in-turn.ts';
import type { RequestPacing, TurnWish } from './session.ts';

interface Rules {
  isDisallowed(url: string, name: string): boolean | undefined;
  getCrawlDelay(name: string): number | undefined;
}

// The package's types speak of a default export; what Node imports is the function itself.
const parseRobots = robotsParser as unknown as (url: string, text: string) => Rules;

/** Under this name a robots.txt may have rules for us; else those for everybody hold. */
const OWN_NAME = 'crawlchain';

const GOOD_FOR_MS = 6 * 3_600_000;
/** A site that cannot tell its rules is left alone for so long, then asked once more. */
const UNREADABLE_FOR_MS = 3_600_000;
/** A site that breaks off or asks to wait is not asked again by every picture of a menu. */
const FAILED_FOR_MS = 60_000;
const BYTES_MAX = 512 * 1024;
/** A longer delay would keep a menu of thirty pages for hours; the site can still forbid it. */
const CRAWL_DELAY_MS_MAX = 30_000;
const SITES_MAX = 1_000;

export interface RobotsTools {
  pacing: RequestPacing;
  /** Keeps the delay that a site asks for with the pace of all workers. */
  saveCrawlDelay(target: string, crawlDelayMs: number): Promise<void>;
  /** Whether a platform's API is asked only for what its robots.txt allows. Every other host is. */
  platforms: Record<PlatformName, { obeysRobots: boolean }>;
}

/** What a robots.txt is fetched with: the session's own identity. */
export interface RobotsFetch {
  send(request: HttpRequest): Promise<HttpResponse>;
  headers: HttpRequest['headers'];
}

export interface Robots {
  /**
   * Passes an address that its site's robots.txt allows, or that is not held to it.
   * @throws CrawlError InvalidInput when it is disallowed; UpstreamError when the site cannot tell its rules; what
   *   sending throws
   */
  assertAllowed(wish: TurnWish, fetch: RobotsFetch): Promise<void>;
}

interface Site {
  /** Null: the site could not tell its rules, and nothing is asked of it. */
  rules: Promise<Rules | null>;
  untilMs: number;
  /** Of the work that fetches them. */
  signal: AbortSignal;
  /** Of the session that fetches them. */
  fetch: RobotsFetch;
}

/** The rules of each site, fetched once and kept by this worker for hours. */
export function createRobots(tools: RobotsTools): Robots {
  const sites = new Map<string, Site>();

  function siteOf(wish: TurnWish, fetch: RobotsFetch): Site {
    const { origin } = new URL(wish.url);
    const known = sites.get(origin);
    if (known !== undefined && Date.now() < known.untilMs) return known;
    const site: Site = {
      rules: fetchRules(tools, wish, fetch),
      untilMs: Date.now() + GOOD_FOR_MS,
      signal: wish.signal,
      fetch,
    };
    // The oldest goes; picture hosts are few, so this bound is met only by a menu that names hosts without end.
    if (sites.size >= SITES_MAX) sites.delete(sites.keys().next().value ?? '');
    sites.set(origin, site);
    site.rules.then(
      (rules) => {
        if (rules === null) site.untilMs = Date.now() + UNREADABLE_FOR_MS;
      },
      (error: unknown) => {
        site.untilMs = isOfItsWay(error) ? 0 : Date.now() + FAILED_FOR_MS;
      },
    );
    return site;
  }

  async function rulesOf(wish: TurnWish, fetch: RobotsFetch): Promise<Rules | null> {
    const site = siteOf(wish, fetch);
    try {
      return await site.rules;
    } catch (error) {
      // What befell other work, its end or its proxy's fault, is no answer: this one has a way of its own.
      const isOfOtherWork = site.signal !== wish.signal && (site.signal.aborted || isOfItsWay(error));
      // Its proxy may have cut it, and this session would be taken for one that broke off too.
      const isOfOtherSession = site.fetch !== fetch && brokeOff(error);
      if (!(isOfOtherWork || isOfOtherSession) || wish.signal.aborted) throw error;
      if (sites.get(new URL(wish.url).origin) === site) sites.delete(new URL(wish.url).origin);
      return rulesOf(wish, fetch);
    }
  }

  return {
    async assertAllowed(wish, fetch) {
      if (wish.platform !== null && !tools.platforms[wish.platform].obeysRobots) return;
      const { host } = new URL(wish.url);
      const rules = await waitFor(`the robots.txt of ${host}`, () => rulesOf(wish, fetch));
      if (rules === null) throw unreadable(wish);
      if (rules.isDisallowed(wish.url, OWN_NAME) === true) throw disallowed(wish);
    },
  };
}

/** What a proxy or a browser did, or may have done: whoever comes another way must not find it here. */
function isOfItsWay(error: unknown): boolean {
  if (!(error instanceof CrawlError)) return false;
  return error.kind === 'ProxyFault' || error.kind === 'BrowserFault' || isOfItsWay(error.cause);
}

function brokeOff(error: unknown): boolean {
  return error instanceof CrawlError && isBreak(error.evidence?.['fault']);
}

async function fetchRules(tools: RobotsTools, wish: TurnWish, fetch: RobotsFetch): Promise<Rules | null> {
  const url = new URL('/robots.txt', wish.url).href;
  const text = await sendInTurn(tools.pacing, { ...wish, url }, () =>
    readRobots(() =>
      fetch.send({
        method: 'GET',
        url,
        headers: fetch.headers,
        signal: wish.signal,
        maxWireBytes: BYTES_MAX,
        maxBodyBytes: BYTES_MAX,
      }),
    ),
  );
  if (text === null) return null;
  const rules = parseRobots(url, text);
  const delayMs = Math.round((rules.getCrawlDelay(OWN_NAME) ?? 0) * 1000);
  await tools.saveCrawlDelay(paceTarget(wish), Math.min(CRAWL_DELAY_MS_MAX, Math.max(0, delayMs)));
  return rules;
}

/** @returns the text, empty where the site has none; null when it cannot be read @throws CrawlError as sending does */
async function readRobots(send: () => Promise<HttpResponse>): Promise<string | null> {
  try {
    const response = await send();
    const isRefusal = response.status >= 400 && response.status < 500 && response.status !== 429;
    if (isRefusal) return '';
    judgeStatus(response);
    return response.body.toString('utf8');
  } catch (error) {
    if (!(error instanceof CrawlError)) throw error;
    const { kind, evidence, retryAfterMs } = error;
    const asksToWait = kind === 'RateLimited' || retryAfterMs !== undefined;
    const isServerError = kind === 'UpstreamError' && typeof evidence?.['status'] === 'number';
    if (!asksToWait && (isServerError || kind === 'ContractBroken' || kind === 'Blocked')) return null;
    throw error;
  }
}

function disallowed({ platform, url }: TurnWish): CrawlError {
  const { host, pathname } = new URL(url);
  const remedy =
    platform === null ? '' : `; ${platform.toUpperCase()}_OBEY_ROBOTS=false asks for it all the same`;
  return new CrawlError('InvalidInput', `robots.txt of ${host} does not allow ${pathname}${remedy}.`, {
    evidence: { fault: 'robots', host },
  });
}

function unreadable({ url }: TurnWish): CrawlError {
  const { host } = new URL(url);
  return new CrawlError(
    'UpstreamError',
    `robots.txt of ${host} could not be read, so nothing is asked there for up to an hour.`,
    { evidence: { fault: 'robots-unreadable', host } },
  );
}
