/**
 * The browsers that a crawler can appear as. A profile combines the TLS profile of a browser with the headers of the same browser
 * and version; the two are never mixed.
 */
import { chromiumHeaders, firefoxHeaders, safariHeaders, type HeaderSets } from './browser-header-order.ts';
import { clientHintBrands } from './client-hints.ts';

type WreqBrowser =
  | 'chrome_120'
  | 'chrome_131'
  | 'chrome_149'
  | 'edge_131'
  | 'edge_148'
  | 'firefox_133'
  | 'firefox_151'
  | 'safari_17.2.1'
  | 'safari_26.4';

export type BrowserProfile = HeaderSets & {
  name: string;
  family: 'chrome' | 'edge' | 'firefox' | 'safari';
  version: string;
  platform: 'Windows' | 'macOS';
  userAgent: string;
  /** Cookies go before the first of these headers, or last if none of them is present. */
  cookiesBefore: readonly string[];
  /** The name in wreq-js of the TLS profile of this browser and version. */
  tls: { browser: WreqBrowser; os: 'windows' | 'macos' };
};

/** The system in the user agents of Chrome, Edge and Safari, which has been the same on every macOS for years. */
const MAC_AS_FROZEN = 'Macintosh; Intel Mac OS X 10_15_7';

/** The first six come from the systems that Crawlchain replaces; the others are current. */
export const BROWSER_PROFILES: readonly BrowserProfile[] = [
  chromium('chrome', '131', 'Windows'),
  chromium('chrome', '131', 'macOS'),
  chromium('chrome', '120', 'Windows'),
  firefox('133', 'Windows'),
  safari('17.2'),
  chromium('edge', '131', 'Windows'),
  chromium('chrome', '149', 'Windows'),
  chromium('chrome', '149', 'macOS'),
  chromium('edge', '148', 'Windows'),
  firefox('151', 'Windows'),
  firefox('151', 'macOS'),
  safari('26.4'),
];

/** Picks a profile. Consecutive seeds give different ones, so `seed + attempt` rotates. */
export function chooseProfile(seed: number): BrowserProfile {
  const whole = Number.isFinite(seed) ? Math.trunc(seed) : 0;
  const count = BROWSER_PROFILES.length;
  // Makes the remainder positive, so that the index is always valid.
  return BROWSER_PROFILES[((whole % count) + count) % count] as BrowserProfile;
}

type System = BrowserProfile['platform'];

function chromium(
  family: 'chrome' | 'edge',
  version: '120' | '131' | '148' | '149',
  platform: System,
): BrowserProfile {
  const system = platform === 'Windows' ? 'Windows NT 10.0; Win64; x64' : MAC_AS_FROZEN;
  const suffix = family === 'edge' ? ` Edg/${version}.0.0.0` : '';
  const userAgent = `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36${suffix}`;
  const brand = family === 'edge' ? 'Microsoft Edge' : 'Google Chrome';
  const brands = clientHintBrands(brand, Number(version));
  return {
    ...named(family, version, platform),
    userAgent,
    cookiesBefore: ['priority'],
    ...chromiumHeaders({ userAgent, brands, platform, isModern: version !== '120' }),
    tls: { browser: `${family}_${version}` as WreqBrowser, os: osOf(platform) },
  };
}

// Windows builds of Firefox name 64 bits in the user agent; the user agent that wreq-js has for Firefox 133 does not.
function firefox(version: '133' | '151', platform: System): BrowserProfile {
  const system = platform === 'Windows' ? 'Windows NT 10.0; Win64; x64' : 'Macintosh; Intel Mac OS X 10.15';
  const userAgent = `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
  return {
    ...named('firefox', version, platform),
    userAgent,
    cookiesBefore: ['upgrade-insecure-requests', 'sec-fetch-dest'],
    ...firefoxHeaders(userAgent),
    tls: { browser: `firefox_${version}`, os: osOf(platform) },
  };
}

// The user agent of Safari 17.2 names the patch version, 17.2.1; the user agent that wreq-js has for Safari 17.2 says "Version/16.0".
function safari(version: '17.2' | '26.4'): BrowserProfile {
  const full = version === '17.2' ? '17.2.1' : version;
  const userAgent = `Mozilla/5.0 (${MAC_AS_FROZEN}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${full} Safari/605.1.15`;
  return {
    ...named('safari', version, 'macOS'),
    userAgent,
    cookiesBefore: [],
    ...safariHeaders(userAgent, { isModern: version !== '17.2' }),
    tls: { browser: `safari_${full}`, os: 'macos' },
  };
}

function named<Family extends BrowserProfile['family']>(family: Family, version: string, platform: System) {
  return { name: `${family}-${version}-${osOf(platform)}`, family, version, platform };
}

function osOf(platform: System): 'windows' | 'macos' {
  return platform === 'Windows' ? 'windows' : 'macos';
}
