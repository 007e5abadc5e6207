import { randomUUID } from 'node:crypto';
import { allowedPrivateHosts } from '../../../config/address-settings.ts';
import { paceSettings } from '../../../config/pace-settings.ts';
import { platformSettings } from '../../../config/platform-settings.ts';
import { isAskedStore } from '../../../domain/requested-store.ts';
import { CrawlError } from '../../../domain/errors.ts';
import { addressOf } from '../../../domain/proxy-address.ts';
import { createHttpSessions } from '../../../egress/http-session.ts';
import { createProxyLeases } from '../../../egress/lease-proxy.ts';
import { createPacing } from '../../../egress/pacing.ts';
import { createProbeTools } from '../../../egress/probe-proxy.ts';
import { withIdentities } from '../../../egress/rotate-identities.ts';
import type { AnyPlatform, FileSession, SessionPorts } from '../../../egress/session.ts';
import { readMenuAddress, type MenuAddress } from '../../../platforms/menu-address.ts';
import { UnexpectedAnswer, type Platform, type PlatformRequest } from '../../../platforms/platform.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { fetchFromPlatform, type Asking } from '../../../stages/fetch-from-platform.ts';
import { leaseQueries, pacingPorts, robotsOf } from '../../../stages/egress-ports.ts';
import { createQueryMemory } from '../../../stages/query-memory.ts';
import { openPasswords, type CommandTools } from '../../open-database.ts';
import { formatFacts } from '../../output/format-facts.ts';
import { formatParsed } from './format-parsed.ts';

/** A fetched menu page. */
interface Seen {
  /** The store's name on its platform; null: no platform knows the URL. */
  store: string | null;
  body: unknown;
}

export interface DescribedMenu {
  text: string;
  /** False: nothing was fetched; the text says why. */
  isFetched: boolean;
}

/** Creates a function that fetches the page of a menu URL as a crawl does, and describes the menu on it. */
export async function createMenuDescriber(
  tools: CommandTools,
): Promise<(url: string, signal: AbortSignal) => Promise<DescribedMenu>> {
  const platforms = createPlatformRegistry(platformSettings(tools.environment));
  const memory = createQueryMemory(tools.db);
  const ports = await openPorts(tools);
  return async (url, signal) => {
    const menu = readMenuAddress(platforms, url);
    const platform = menu?.platform ?? null;
    const target = platform ?? URL.parse(url)?.host;
    if (target === undefined)
      return {
        text: `${JSON.stringify(url)} is no address. It takes a URL with a host, such as https://store.example/menu.\n`,
        isFetched: false,
      };
    const known = formatFacts([
      ['platform', menu === null ? 'none knows this address' : `${platform}, ${menu.slug}`],
    ]);
    const purpose = {
      ...ANYWHERE,
      platform,
      target,
      pageUrl: url,
      attemptKey: `shell/${randomUUID()}`,
      signal,
    };
    try {
      const text = await withIdentities<string, AnyPlatform, FileSession>(ports, purpose, async (session) => {
        const seen =
          menu === null
            ? await readAny(session, url)
            : await readFirstPage({ session, platform: platforms[menu.platform], memory }, menu);
        return `${known}${formatSession(session, seen)}${formatParsed(platforms, seen.body)}`;
      });
      return { text, isFetched: true };
    } catch (error) {
      if (!(error instanceof CrawlError)) throw error;
      const { status } = error.evidence ?? {};
      const facts = formatFacts([
        ['status', status === undefined ? null : String(status)],
        ['failed', `${error.kind}: ${error.message}`],
      ]);
      return { text: `${known}${facts}`, isFetched: false };
    }
  };
}

const ANYWHERE = { stateCode: null, countryCode: null, timeZone: null };

async function openPorts(tools: CommandTools): Promise<SessionPorts<AnyPlatform, FileSession>> {
  const { db, environment } = tools;
  const passwordSeal = await openPasswords(tools);
  const paces = paceSettings(environment);
  const pacing = createPacing(pacingPorts(db), paces);
  const reaching = createProbeTools({
    allowedPrivateHosts: allowedPrivateHosts(environment),
    exitAddressUrl: environment.EXIT_ADDRESS_URL,
  });
  return {
    admit: async (platform) => (platform === null ? undefined : pacing.admit(platform)),
    // The command itself tells the user that proxies are missing, so no alert is raised.
    leaseProxy: createProxyLeases(
      leaseQueries({ db, passwordSeal, alert: () => undefined, canBeTrial: false }),
    ),
    // Outcomes are not recorded: this machine may trust other certificates than the workers, so a failure says nothing about the
    // proxy. A trial without an outcome would only keep the workers waiting.
    recordProxyOutcome: () => Promise.resolve(),
    openSession: createHttpSessions({
      ...reaching,
      pacing,
      robots: robotsOf({ db, platforms: paces.platforms }, pacing),
    }),
  };
}

async function readFirstPage(asking: Asking, { slug }: MenuAddress): Promise<Seen> {
  const { platform } = asking;
  const stores = await fetchFromPlatform(asking, {
    build: (queries) => platform.requestStore(slug, queries),
    parse: platform.parseStores,
  });
  // Of the wanted store only the slug is known, as of a store that was added by the URL of its menu.
  const known = { name: slug, slug, city: null, stateCode: null };
  const store = stores.find((one) => isAskedStore(one, slug, known));
  const platformDispensaryId = store?.platformDispensaryId;
  if (store === undefined || platformDispensaryId == null)
    throw new CrawlError(
      'NotFound',
      `${platform.name} knows no store with the slug ${JSON.stringify(slug)}.`,
    );
  const body = await fetchFromPlatform(asking, {
    build: (queries): PlatformRequest =>
      platform.requestMenuPage({ platformDispensaryId, page: 0, order: 'ascending', apiUrl: null }, queries),
    parse: (answer) => keepForm(platform, answer),
  });
  return { store: `${store.name} (${platformDispensaryId})`, body };
}

/**
 * Returns an answer even if the platform's parser does not know its form, since the user wants to see what other parsers make of it.
 * @throws if the parser finds another fault
 */
function keepForm(platform: Platform, answer: unknown): unknown {
  try {
    platform.parseMenuPage(answer);
  } catch (error) {
    if (!(error instanceof UnexpectedAnswer) || error.complaint !== 'form') throw error;
  }
  return answer;
}

async function readAny(session: FileSession, url: string): Promise<Seen> {
  const { bytes } = await session.readFile(url);
  const text = bytes.toString('utf8');
  try {
    return { store: null, body: JSON.parse(text) as unknown };
  } catch {
    return { store: null, body: text };
  }
}

function formatSession(session: FileSession, { store, body }: Seen): string {
  const { proxy, profile } = session.identity;
  const { bytes, responseTimeMs } = session.usage();
  return formatFacts([
    ['store', store],
    [
      'identity',
      `proxy ${proxy.id}, ${addressOf(proxy)}, as ${profile.name}; exit address ${session.exitAddress}`,
    ],
    [
      'answer',
      `${bytes} bytes on the wire${responseTimeMs === undefined ? '' : `, ${Math.round(responseTimeMs)} ms`}${typeof body === 'string' ? '; no JSON' : ''}`,
    ],
  ]);
}
