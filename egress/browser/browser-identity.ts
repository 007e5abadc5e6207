import { clientHintBrands } from '../../domain/client-hints.ts';

/** How browser sessions differ from each other. Never in the version: a browser reports its true version. */
export interface BrowserTraits {
  /** Languages as in a person's settings, the preferred one first. */
  languages: string[];
  /** The page's size inside the window, and the size of the screen, in CSS pixels. */
  viewport: { width: number; height: number };
  screen: { width: number; height: number };
}

/** Common desktop screens. The viewport is what a maximized window leaves for the page. */
const SCREENS: BrowserTraits['screen'][] = [
  { width: 1920, height: 1080 },
  { width: 1536, height: 864 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1600, height: 900 },
  { width: 2560, height: 1440 },
];

const TASKBAR_HEIGHT = 40;
const BROWSER_BARS_HEIGHT = 87;

const LANGUAGES_OF_STATES = [['en-US', 'en'], ['en-US'], ['en-US', 'en', 'es']];
const LANGUAGES_OF_PROVINCES = [
  ['en-CA', 'en'],
  ['en-CA', 'en-US', 'en'],
  ['en-CA', 'en', 'fr'],
];

/** Chooses the traits of a session; equal seeds give equal traits. @param language of the store's region: `en-US`, `en-CA` */
export function chooseTraits(seed: number, language: string): BrowserTraits {
  // Mixes the seed: otherwise seeds that differ by a multiple of the lists' lengths would give equal traits.
  const spread = Math.imul(seed, 0x9e3779b1) >>> 0;
  const screen = pick(SCREENS, spread >>> 8);
  const lists = language.startsWith('en-CA') ? LANGUAGES_OF_PROVINCES : LANGUAGES_OF_STATES;
  return {
    languages: pick(lists, spread >>> 20),
    screen,
    viewport: { width: screen.width, height: screen.height - TASKBAR_HEIGHT - BROWSER_BARS_HEIGHT },
  };
}

function pick<Item>(items: Item[], seed: number): Item {
  return items[Math.abs(Math.trunc(seed)) % items.length] as Item;
}

/** What a browser reports about itself in its user agent and its client hints. */
export interface BrowserClaim {
  name: string;
  userAgent: string;
  metadata: {
    brands: Brand[];
    fullVersionList: Brand[];
    platform: string;
    platformVersion: string;
    architecture: string;
    bitness: string;
    model: string;
    mobile: boolean;
    wow64: boolean;
  };
}

interface Brand {
  brand: string;
  version: string;
}

/**
 * Returns what the browser would report if it had a window: its own user agent without the headless mark, and client hints of the same
 * version.
 * @param product as reported by the browser: `HeadlessChrome/153.0.8010.0`
 */
export function claimOf(product: string, userAgent: string): BrowserClaim {
  const version = product.split('/')[1] ?? '';
  const major = Number.parseInt(version, 10);
  const system = systemOf(userAgent);
  return {
    name: `chrome-${major}-${system.platform.toLowerCase()}`,
    // A browser with a window reports the rest of its version only in client hints.
    userAgent: userAgent.replace(/(Headless)?Chrome\/[\d.]+/, `Chrome/${major}.0.0.0`),
    metadata: {
      ...brandsOf(version),
      ...system,
      platformVersion: '',
      bitness: '64',
      model: '',
      mobile: false,
      wow64: false,
    },
  };
}

function brandsOf(fullVersion: string): Pick<BrowserClaim['metadata'], 'brands' | 'fullVersionList'> {
  const major = Number.parseInt(fullVersion, 10);
  const hints = [...clientHintBrands('Google Chrome', major).matchAll(/"([^"]+)";v="(\d+)"/g)];
  const brands = hints.map(([, brand = '', version = '']) => ({ brand, version }));
  const fullVersionList = brands.map(({ brand, version }) => ({
    brand,
    version: version === String(major) ? fullVersion : `${version}.0.0.0`,
  }));
  return { brands, fullVersionList };
}

function systemOf(userAgent: string): { platform: string; architecture: string } {
  if (/Macintosh/.test(userAgent)) return { platform: 'macOS', architecture: 'arm' };
  if (/Windows/.test(userAgent)) return { platform: 'Windows', architecture: 'x86' };
  return { platform: 'Linux', architecture: /aarch64/.test(userAgent) ? 'arm' : 'x86' };
}
