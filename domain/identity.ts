/**
 * Who a crawler appears to be: a proxy and a browser profile, leased together for one session. A profile joins a TLS
 * profile with the headers of the same browser and version; the two are never mixed across browsers.
 */

/** A header in its place. `null` marks a slot that the request fills, or that is left out when it has no value. */
export type HeaderSlot = readonly [name: string, value: string | null];

type TlsProfile = {
  browser: 'chrome_131' | 'chrome_120' | 'firefox_133' | 'safari_17.2.1' | 'edge_131';
  os: 'windows' | 'macos';
};

export type BrowserProfile = {
  name: string;
  family: 'chrome' | 'edge' | 'firefox' | 'safari';
  version: string;
  platform: 'Windows' | 'macOS';
  userAgent: string;
  /** A fetch() for JSON from a page, in this browser's own order. */
  headers: readonly HeaderSlot[];
  /** The same for an image and for a page, in the order this browser uses for them. */
  imageHeaders: readonly HeaderSlot[];
  pageHeaders: readonly HeaderSlot[];
  /** Names that wreq-js knows. */
  tlsProfile: TlsProfile;
};

export type Proxy = {
  id: number;
  protocol: 'http' | 'https' | 'socks5';
  host: string;
  port: number;
  username: string | null;
  password: string | null;
};

export type LeasedIdentity = {
  proxy: Proxy;
  profile: BrowserProfile;
  acceptLanguage: string;
  /** IANA name. */
  timeZone: string;
};

/** The place where a browser puts the headers that the page's own script sets. */
export const OWN_HEADERS_SLOT = '*';

const CHROMIUM_PAGE_ACCEPT =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

type HeaderSets = Pick<BrowserProfile, 'headers' | 'imageHeaders' | 'pageHeaders'>;

type ChromiumFacts = { userAgent: string; brands: string; platform: string; isModern: boolean };

/** Chrome and Edge. Version 131 says `zstd` and `priority` and leads with the platform; version 120 does neither. */
function chromiumHeaders(browser: ChromiumFacts): HeaderSets {
  const brands: HeaderSlot = ['sec-ch-ua', browser.brands];
  const mobile: HeaderSlot = ['sec-ch-ua-mobile', '?0'];
  const platform: HeaderSlot = ['sec-ch-ua-platform', `"${browser.platform}"`];
  const agent: HeaderSlot = ['user-agent', browser.userAgent];
  const encoding: HeaderSlot = [
    'accept-encoding',
    browser.isModern ? 'gzip, deflate, br, zstd' : 'gzip, deflate, br',
  ];
  const priority = (value: string): HeaderSlot[] => (browser.isModern ? [['priority', value]] : []);
  const opening = (content: HeaderSlot[]): HeaderSlot[] =>
    browser.isModern
      ? [platform, agent, brands, ...content, mobile]
      : [brands, ...content, mobile, agent, platform];
  return {
    headers: [
      ['content-length', null],
      ...opening([
        ['content-type', null],
        [OWN_HEADERS_SLOT, null],
      ]),
      ['accept', '*/*'],
      ['origin', null],
      ...fetchMetadata('cors', 'empty'),
      ['referer', null],
      encoding,
      ['accept-language', null],
      ...priority('u=1, i'),
    ],
    imageHeaders: [
      ...opening([]),
      ['accept', 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'],
      ...fetchMetadata('no-cors', 'image'),
      ['referer', null],
      encoding,
      ['accept-language', null],
      ...priority('i'),
    ],
    pageHeaders: [
      brands,
      mobile,
      platform,
      ['upgrade-insecure-requests', '1'],
      agent,
      ['accept', CHROMIUM_PAGE_ACCEPT],
      ['sec-fetch-site', null],
      ['sec-fetch-mode', 'navigate'],
      ['sec-fetch-user', '?1'],
      ['sec-fetch-dest', 'document'],
      ['referer', null],
      encoding,
      ['accept-language', null],
      ...priority('u=0, i'),
    ],
  };
}

function fetchMetadata(mode: string, destination: string): HeaderSlot[] {
  return [
    ['sec-fetch-site', null],
    ['sec-fetch-mode', mode],
    ['sec-fetch-dest', destination],
  ];
}

function firefoxHeaders(userAgent: string): HeaderSets {
  const start = (accept: string): HeaderSlot[] => [
    ['user-agent', userAgent],
    ['accept', accept],
    ['accept-language', null],
    ['accept-encoding', 'gzip, deflate, br, zstd'],
    ['referer', null],
  ];
  const end = (mode: string, destination: string): HeaderSlot[] => [
    ['sec-fetch-dest', destination],
    ['sec-fetch-mode', mode],
    ['sec-fetch-site', null],
  ];
  const trailers: HeaderSlot = ['te', 'trailers'];
  return {
    headers: [
      ...start('*/*'),
      ['content-type', null],
      [OWN_HEADERS_SLOT, null],
      ['content-length', null],
      ['origin', null],
      ...end('cors', 'empty'),
      ['priority', 'u=4'],
      trailers,
    ],
    imageHeaders: [
      ...start('image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5'),
      ...end('no-cors', 'image'),
      ['priority', 'u=5, i'],
      trailers,
    ],
    pageHeaders: [
      ...start('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'),
      ['upgrade-insecure-requests', '1'],
      ...end('navigate', 'document'),
      ['sec-fetch-user', '?1'],
      ['priority', 'u=0, i'],
      trailers,
    ],
  };
}

function safariHeaders(userAgent: string): HeaderSets {
  const slots = (accept: string, mode: string, destination: string): HeaderSlot[] => [
    ['content-type', null],
    ['accept', accept],
    [OWN_HEADERS_SLOT, null],
    ['sec-fetch-site', null],
    ['accept-language', null],
    ['accept-encoding', 'gzip, deflate, br'],
    ['sec-fetch-mode', mode],
    ['origin', null],
    ['user-agent', userAgent],
    ['content-length', null],
    ['referer', null],
    ['sec-fetch-dest', destination],
  ];
  return {
    headers: slots('*/*', 'cors', 'empty'),
    imageHeaders: slots(
      'image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5',
      'no-cors',
      'image',
    ),
    pageHeaders: slots(
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'navigate',
      'document',
    ),
  };
}

const AGENT_SYSTEMS = {
  Windows: 'Windows NT 10.0; Win64; x64',
  macOS: 'Macintosh; Intel Mac OS X 10_15_7',
} as const;

function chromium(
  family: 'chrome' | 'edge',
  version: '120' | '131',
  { platform, brands }: { platform: 'Windows' | 'macOS'; brands: string },
): BrowserProfile {
  const os = platform === 'Windows' ? 'windows' : 'macos';
  const suffix = family === 'edge' ? ` Edg/${version}.0.0.0` : '';
  const userAgent = `Mozilla/5.0 (${AGENT_SYSTEMS[platform]}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36${suffix}`;
  const browser = family === 'edge' ? 'edge_131' : (`chrome_${version}` as const);
  return {
    name: `${family}-${version}-${os}`,
    family,
    version,
    platform,
    userAgent,
    ...chromiumHeaders({ userAgent, brands, platform, isModern: version === '131' }),
    tlsProfile: { browser, os },
  };
}

const CHROME_131_BRANDS = '"Google Chrome";v="131", "Chromium";v="131", "Not_A Brand";v="24"';
const CHROME_120_BRANDS = '"Not_A Brand";v="8", "Chromium";v="120", "Google Chrome";v="120"';
const EDGE_131_BRANDS = '"Microsoft Edge";v="131", "Chromium";v="131", "Not_A Brand";v="24"';

// The next two agents differ from what wreq-js would send by itself: its Firefox lacks the 64-bit mark that builds
// for Windows carry, and its Safari 17.2.1 says "Version/16.0".
const FIREFOX_AGENT = `Mozilla/5.0 (${AGENT_SYSTEMS.Windows}; rv:133.0) Gecko/20100101 Firefox/133.0`;
const SAFARI_AGENT = `Mozilla/5.0 (${AGENT_SYSTEMS.macOS}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2.1 Safari/605.1.15`;

export const BROWSER_PROFILES: readonly BrowserProfile[] = [
  chromium('chrome', '131', { platform: 'Windows', brands: CHROME_131_BRANDS }),
  chromium('chrome', '131', { platform: 'macOS', brands: CHROME_131_BRANDS }),
  chromium('chrome', '120', { platform: 'Windows', brands: CHROME_120_BRANDS }),
  {
    name: 'firefox-133-windows',
    family: 'firefox',
    version: '133',
    platform: 'Windows',
    userAgent: FIREFOX_AGENT,
    ...firefoxHeaders(FIREFOX_AGENT),
    tlsProfile: { browser: 'firefox_133', os: 'windows' },
  },
  {
    name: 'safari-17.2-macos',
    family: 'safari',
    version: '17.2',
    platform: 'macOS',
    userAgent: SAFARI_AGENT,
    ...safariHeaders(SAFARI_AGENT),
    tlsProfile: { browser: 'safari_17.2.1', os: 'macos' },
  },
  chromium('edge', '131', { platform: 'Windows', brands: EDGE_131_BRANDS }),
];

/** Picks a profile; seeds that follow each other give different profiles, so `seed + attempt` rotates. */
export function chooseProfile(seed: number): BrowserProfile {
  const whole = Number.isFinite(seed) ? Math.trunc(seed) : 0;
  const count = BROWSER_PROFILES.length;
  // The remainder is made positive first, so the index is always inside the list.
  return BROWSER_PROFILES[((whole % count) + count) % count] as BrowserProfile;
}

/** The zone where most people of a state or Canadian province live; some states lie in two. */
const STATES_BY_ZONE: Readonly<Record<string, string>> = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR VI',
  'Pacific/Guam': 'GU MP',
  'America/Toronto': 'ON QC NU',
  'America/Vancouver': 'BC',
  'America/Edmonton': 'AB NT',
  'America/Regina': 'SK',
  'America/Winnipeg': 'MB',
  'America/Halifax': 'NB NS PE',
  'America/St_Johns': 'NL',
  'America/Whitehorse': 'YT',
};

const ZONE_BY_STATE: ReadonlyMap<string, string> = new Map(
  Object.entries(STATES_BY_ZONE).flatMap(([zone, states]) =>
    states.split(' ').map((state): [string, string] => [state, zone]),
  ),
);

const CANADIAN = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '));

/**
 * The IANA time zone of a two-letter state or province code.
 *
 * A store without a state counts as Arizona, and so does a code we do not know: a wrong zone costs a crawl less than
 * a refusal.
 */
export function timeZoneOfState(stateCode: string | null): string {
  return ZONE_BY_STATE.get(normalizedState(stateCode)) ?? 'America/Phoenix';
}

/** The accept-language value that a browser set to the English of that place sends. */
export function acceptLanguageFor(stateCode: string | null, profile: Pick<BrowserProfile, 'family'>): string {
  const isCanadian = CANADIAN.has(normalizedState(stateCode));
  if (profile.family === 'firefox') return isCanadian ? 'en-CA,en-US;q=0.7,en;q=0.3' : 'en-US,en;q=0.5';
  return isCanadian ? 'en-CA,en;q=0.9' : 'en-US,en;q=0.9';
}

function normalizedState(stateCode: string | null): string {
  return (stateCode ?? 'AZ').trim().toUpperCase();
}
