/** The headers of each browser in the order in which it sends them for a kind of request: a script's fetch(), an image, a page. */

/** A header at its position. `null` marks a slot that the request fills, and that is left out when it has no value. */
export type HeaderSlot = readonly [name: string, value: string | null];

/** The headers of one browser for each kind of request. */
export type HeaderSets = {
  /** A fetch() for JSON from a page. */
  headers: readonly HeaderSlot[];
  imageHeaders: readonly HeaderSlot[];
  pageHeaders: readonly HeaderSlot[];
};

/** The position of the headers that the page's own script sets. */
export const OWN_HEADERS_SLOT = '*';

const CHROMIUM_PAGE_ACCEPT =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

type ChromiumFacts = { userAgent: string; brands: string; platform: string; isModern: boolean };

/**
 * Returns the headers of Chrome or Edge. Versions since 131 send `zstd` and `priority`, and put the platform first except for pages;
 * version 120 does none of this.
 */
export function chromiumHeaders(browser: ChromiumFacts): HeaderSets {
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

/** Returns the headers of Firefox. Their order is the same from version 133 to 151. */
export function firefoxHeaders(userAgent: string): HeaderSets {
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

/** Returns the headers of Safari 17 or 26, whose orders differ. Safari sends `priority` since version 18. */
export function safariHeaders(userAgent: string, { isModern }: { isModern: boolean }): HeaderSets {
  const slots = isModern ? modernSafariSlots : safariSlots;
  return {
    headers: slots({ userAgent, accept: '*/*', mode: 'cors', destination: 'empty', priority: 'u=3, i' }),
    imageHeaders: slots({
      userAgent,
      accept: SAFARI_IMAGE_ACCEPT,
      mode: 'no-cors',
      destination: 'image',
      priority: 'u=5, i',
    }),
    pageHeaders: slots({
      userAgent,
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      mode: 'navigate',
      destination: 'document',
      priority: 'u=0, i',
    }),
  };
}

const SAFARI_IMAGE_ACCEPT =
  'image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5';

type SafariFacts = {
  userAgent: string;
  accept: string;
  mode: string;
  destination: string;
  priority: string;
};

function safariSlots({ userAgent, accept, mode, destination }: SafariFacts): HeaderSlot[] {
  return [
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
}

function modernSafariSlots({ userAgent, accept, mode, destination, priority }: SafariFacts): HeaderSlot[] {
  return [
    ['sec-fetch-dest', destination],
    ['user-agent', userAgent],
    ['content-type', null],
    ['accept', accept],
    [OWN_HEADERS_SLOT, null],
    ['origin', null],
    ['referer', null],
    ['sec-fetch-site', null],
    ['sec-fetch-mode', mode],
    ['content-length', null],
    ['accept-language', null],
    ['priority', priority],
    ['accept-encoding', 'gzip, deflate, br'],
  ];
}
