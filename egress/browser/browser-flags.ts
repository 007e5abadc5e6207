import type { BrowserTraits } from './browser-identity.ts';

export interface FlagOptions {
  folder: string;
  /** `127.0.0.1:<port>` of the chaining proxy. */
  proxyAddress: string;
  traits: BrowserTraits;
  hasSandbox: boolean;
  /** Base64 SHA-256 of the key of a certificate authority that is trusted in addition to the browser's own list. */
  trustedSpki: string | undefined;
}

/** Returns the flags of a browser's command line. They must hold no secret, because every process on the machine can read it. */
export function browserFlags({
  folder,
  proxyAddress,
  traits,
  hasSandbox,
  trustedSpki,
}: FlagOptions): string[] {
  return [
    '--headless',
    `--user-data-dir=${folder}/profile`,
    `--window-size=${traits.screen.width},${traits.screen.height}`,
    `--lang=${traits.languages[0]}`,
    `--accept-lang=${traits.languages.join(',')}`,
    // Otherwise `navigator.webdriver` would reveal automation to a page.
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

/** All traffic must go through the proxy. */
const NETWORK_FLAGS = [
  // Without this, requests to loopback addresses bypass the proxy.
  '--proxy-bypass-list=<-loopback>',
  // No name is resolved here; the proxy resolves names.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--dns-prefetch-disable',
  // Both use UDP, which would bypass the proxy.
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/** Suppresses the browser's own traffic, which would cost proxy bytes. */
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

/** Saves memory: only one site is open and nobody watches. */
const SMALL_FLAGS = [
  '--disable-gpu',
  // A container has 64 MB of shared memory by default; files in the browser's folder work as well.
  '--disable-dev-shm-usage',
  // Only one page matters; frames of other sites, such as a challenge, need no separate process.
  '--disable-site-isolation-trials',
  '--disk-cache-size=33554432',
  '--blink-settings=imagesEnabled=false',
  '--mute-audio',
  '--hide-scrollbars',
  // Otherwise a page in a hidden window is throttled.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

/** Chromium's own rule, as a message. */
export const ROOT_NEEDS_NO_SANDBOX =
  'As root, Chromium starts only without its sandbox: run the worker as another user, or set BROWSER_NO_SANDBOX=true.';
