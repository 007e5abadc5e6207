import type { BrowserTraits } from './browser-identity.ts';

export interface FlagWishes {
  folder: string;
  /** `127.0.0.1:<port>` of the chaining proxy. */
  proxyAddress: string;
  traits: BrowserTraits;
  hasSandbox: boolean;
  /** Base64 SHA-256 of the key of an authority that is trusted beside the browser's own list. */
  trustedSpki: string | undefined;
}

/** The command line of a browser. It holds no secret: every process of the machine can read it. */
export function browserFlags({
  folder,
  proxyAddress,
  traits,
  hasSandbox,
  trustedSpki,
}: FlagWishes): string[] {
  return [
    '--headless',
    `--user-data-dir=${folder}/profile`,
    `--window-size=${traits.screen.width},${traits.screen.height}`,
    `--lang=${traits.languages[0]}`,
    `--accept-lang=${traits.languages.join(',')}`,
    // A page could tell by `navigator.webdriver` that a program sits at the keys.
    '--disable-blink-features=AutomationControlled',
    ...NETWORK_FLAGS,
    `--proxy-server=http://${proxyAddress}`,
    ...QUIET_FLAGS,
    ...SMALL_FLAGS,
    ...(hasSandbox ? [] : ['--no-sandbox', '--no-zygote']),
    ...(trustedSpki === undefined ? [] : [`--ignore-certificate-errors-spki-list=${trustedSpki}`]),
    'about:blank',
  ];
}

/** Nothing may leave but through the proxy. */
const NETWORK_FLAGS = [
  // Without this, addresses of the machine itself are asked directly.
  '--proxy-bypass-list=<-loopback>',
  // No name is looked up here; the proxy does that, on its side.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--dns-prefetch-disable',
  // Both speak UDP, which goes around the proxy.
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/** No traffic of the browser's own: it would cost the proxy's bytes. */
const QUIET_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  '--no-service-autorun',
  '--password-store=basic',
  '--use-mock-keychain',
  '--disable-features=Translate,MediaRouter,OptimizationHints,InterestFeedContentSuggestions,AutofillServerCommunication,CertificateTransparencyComponentUpdater,DialMediaRouteProvider,IsolateOrigins,site-per-process',
];

/** Memory: there is one site and no person who watches. */
const SMALL_FLAGS = [
  '--disable-gpu',
  // Shared memory is 64 MB in a container unless somebody asked for more; files in the browser's folder do as well.
  '--disable-dev-shm-usage',
  // The page that matters is one; frames of other sites, such as a challenge, need no process of their own.
  '--disable-site-isolation-trials',
  '--disk-cache-size=33554432',
  '--blink-settings=imagesEnabled=false',
  '--mute-audio',
  '--hide-scrollbars',
  // A page in a window that nobody looks at would be slowed down.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

/** Chromium's own rule, in words. */
export const ROOT_NEEDS_NO_SANDBOX =
  'As root, Chromium starts only without its sandbox: run the worker as another user, or set BROWSER_NO_SANDBOX=true.';
