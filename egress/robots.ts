import robotsParser from 'robots-parser';
import { CrawlError } from '../domain/errors.ts';
import { isBreak } from '../domain/proxy-break.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import { waitFor } from '../observability/waits.ts';
import type { HttpRequest, HttpResponse } from './http-transport.ts';
import { judgeStatus } from './judge-answer.ts';
import { paceTarget } from './pacing.ts';
import { sendPaced } from './send-paced.ts';
import type { RequestPacing, PaceRequest } from './session.ts';

interface Rules {
  isDisallowed(url: string, name: string): boolean | undefined;
  getCrawlDelay(name: string): number | undefined;
}

// The package's types declare a default export; Node imports the function itself.
const parseRobots = robotsParser as unknown as (url: string, text: string) => Rules;

/** The user agent name whose rules in a robots.txt apply to us; if a site has none, its rules for everybody apply. */
const OWN_NAME = 'crawlchain';

const GOOD_FOR_MS = 6 * 3_600_000;
/** How long a site with an unreadable robots.txt is left alone before the next try. */
const UNREADABLE_FOR_MS = 3_600_000;
/** How long a failed fetch is remembered, so that not every image of a menu requests the robots.txt again. */
const FAILED_FOR_MS = 60_000;
const BYTES_MAX = 512 * 1024;
/** The longest delay that is obeyed. A longer one would stretch a menu of thirty pages over hours. A site can still disallow crawling. */
const CRAWL_DELAY_MS_MAX = 30_000;
const SITES_MAX = 1_000;

export interface RobotsTools {
  pacing: RequestPacing;
  /** Saves the delay that a site demands, for the pace of all workers. */
  saveCrawlDelay(target: string, crawlDelayMs: number): Promise<void>;
  /** Whether requests to a platform's API obey its robots.txt. Requests to other hosts do. A request may say otherwise. */
  platforms: Record<PlatformName, { obeysRobots: boolean }>;
}

/** Fetches a robots.txt with the session's own identity. */
export interface RobotsFetch {
  send(request: HttpRequest): Promise<HttpResponse>;
  headers: HttpRequest['headers'];
}

export interface Robots {
  /**
   * Accepts an address that its site's robots.txt allows, or to which robots.txt does not apply.
   * @throws CrawlError InvalidInput when it is disallowed; UpstreamError when the robots.txt is unreadable; what sending throws
   */
  assertAllowed(request: PaceRequest, fetch: RobotsFetch): Promise<void>;
}

interface Site {
  /** Null when the robots.txt is unreadable; then nothing is requested from the site. */
  rules: Promise<Rules | null>;
  untilMs: number;
  /** The signal of the work that fetches the rules. */
  signal: AbortSignal;
  /** The session that fetches the rules. */
  fetch: RobotsFetch;
}

/** Checks addresses against the rules of their sites. This worker fetches the rules of a site once and caches them for hours. */
export function createRobots(tools: RobotsTools): Robots {
  const sites = new Map<string, Site>();

  function siteOf(request: PaceRequest, fetch: RobotsFetch): Site {
    const { origin } = new URL(request.url);
    const known = sites.get(origin);
    if (known !== undefined && Date.now() < known.untilMs) return known;
    const site: Site = {
      rules: fetchRules(tools, request, fetch),
      untilMs: Date.now() + GOOD_FOR_MS,
      signal: request.signal,
      fetch,
    };
    // Drops the oldest. Image hosts are few, so only a menu with an endless number of hosts reaches this limit.
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

  async function rulesOf(request: PaceRequest, fetch: RobotsFetch): Promise<Rules | null> {
    const site = siteOf(request, fetch);
    try {
      return await site.rules;
    } catch (error) {
      // The rules may have been fetched by other work. Its failure, such as an abort or a fault of its proxy, says nothing about this
      // request, which has its own session.
      const isOfOtherWork = site.signal !== request.signal && (site.signal.aborted || isOfItsWay(error));
      // The other session's proxy may have broken the answer; without a new fetch, this session would count as broken too.
      const isOfOtherSession = site.fetch !== fetch && brokeOff(error);
      if (!(isOfOtherWork || isOfOtherSession) || request.signal.aborted) throw error;
      if (sites.get(new URL(request.url).origin) === site) sites.delete(new URL(request.url).origin);
      return rulesOf(request, fetch);
    }
  }

  return {
    async assertAllowed(request, fetch) {
      const { platform, obeysRobots = platform === null || tools.platforms[platform].obeysRobots } = request;
      if (!obeysRobots) return;
      const { host } = new URL(request.url);
      const rules = await waitFor(`the robots.txt of ${host}`, () => rulesOf(request, fetch));
      if (rules === null) throw unreadable(request);
      if (rules.isDisallowed(request.url, OWN_NAME) === true) throw disallowed(request);
    },
  };
}

/** Whether a proxy or a browser has caused, or may have caused, a fault. Such a fault must not be cached for other sessions. */
function isOfItsWay(error: unknown): boolean {
  if (!(error instanceof CrawlError)) return false;
  return error.kind === 'ProxyFault' || error.kind === 'BrowserFault' || isOfItsWay(error.cause);
}

function brokeOff(error: unknown): boolean {
  return error instanceof CrawlError && isBreak(error.evidence?.['fault']);
}

async function fetchRules(
  tools: RobotsTools,
  request: PaceRequest,
  fetch: RobotsFetch,
): Promise<Rules | null> {
  const url = new URL('/robots.txt', request.url).href;
  const text = await sendPaced(tools.pacing, { ...request, url }, () =>
    readRobots(() =>
      fetch.send({
        method: 'GET',
        url,
        headers: fetch.headers,
        signal: request.signal,
        maxWireBytes: BYTES_MAX,
        maxBodyBytes: BYTES_MAX,
      }),
    ),
  );
  if (text === null) return null;
  const rules = parseRobots(url, text);
  const delayMs = Math.round((rules.getCrawlDelay(OWN_NAME) ?? 0) * 1000);
  await tools.saveCrawlDelay(paceTarget(request), Math.min(CRAWL_DELAY_MS_MAX, Math.max(0, delayMs)));
  return rules;
}

/**
 * Reads a robots.txt: its text, empty when the site refuses it (4xx other than 429); null when it is unreadable. @throws CrawlError as
 * sending does
 */
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
    const mustWait = kind === 'RateLimited' || retryAfterMs !== undefined;
    const isServerError = kind === 'UpstreamError' && typeof evidence?.['status'] === 'number';
    if (!mustWait && (isServerError || kind === 'ContractBroken' || kind === 'Blocked')) return null;
    throw error;
  }
}

function disallowed({ platform, obeysRobots, url }: PaceRequest): CrawlError {
  const { host, pathname } = new URL(url);
  const isOwnRule = platform === null || obeysRobots === true;
  const remedy = isOwnRule ? '' : `; ${platform.toUpperCase()}_OBEY_ROBOTS=false requests it anyway`;
  return new CrawlError('InvalidInput', `robots.txt of ${host} does not allow ${pathname}${remedy}.`, {
    evidence: { fault: 'robots', host },
  });
}

function unreadable({ url }: PaceRequest): CrawlError {
  const { host } = new URL(url);
  return new CrawlError(
    'UpstreamError',
    `robots.txt of ${host} could not be read, so that host gets no request for up to an hour.`,
    { evidence: { fault: 'robots-unreadable', host } },
  );
}
