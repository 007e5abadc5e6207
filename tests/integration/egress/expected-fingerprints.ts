/** The expected wire format of one generation of a browser's network stack. */
export type ExpectedWire = {
  /** The JA4 of the TLS ClientHello. Several if the browser pads some of its ClientHellos. */
  ja4: string[];
  /** Whether the hybrid group X25519MLKEM768 (0x11ec) is offered, and the code point of the ALPS extension, null if it is not sent. */
  hasHybridGroup: boolean;
  alpsExtension: number | null;
  /** Whether the order of the extensions changes with each connection. */
  permutesExtensions: boolean;
  /** Whether the first and the last extension are GREASE. */
  greaseFrame: boolean;
  http2: string;
};

const CHROMIUM_HTTP2 = '1:65536;2:0;4:6291456;6:262144|15663105|220|m,a,s,p';
const FIREFOX_HTTP2 = '1:65536;2:0;4:131072;5:16384|12517377|22|m,p,a,s';

// The JA4 of Chrome before version 133, and since then: the ALPS extension got another number. wreq-js was seen to send both. A public
// list gives the second one for browsers like Chrome; the first one was not looked up.
const CHROMIUM_131 = 't13d1516h2_8daaf6152771_02713d6af862';
const CHROMIUM_133 = 't13d1516h2_8daaf6152771_d8a2da3f94cd';

const chromium = {
  hasHybridGroup: true,
  permutesExtensions: true,
  greaseFrame: true,
  http2: CHROMIUM_HTTP2,
} as const;
const firefox = {
  hasHybridGroup: true,
  alpsExtension: null,
  permutesExtensions: false,
  greaseFrame: false,
  http2: FIREFOX_HTTP2,
} as const;
const safari = {
  hasHybridGroup: false,
  alpsExtension: null,
  permutesExtensions: false,
  greaseFrame: true,
} as const;

const CHROMIUM_MODERN: ExpectedWire = { ...chromium, ja4: [CHROMIUM_133], alpsExtension: 17613 };

/**
 * The expected wire format by the family and version that a profile claims. The values are what wreq-js 3.1 was seen to send, checked
 * against the sources that are named here.
 */
export const EXPECTED_WIRE: Record<string, ExpectedWire> = {
  // Version 120 pads a ClientHello of 256 to 511 bytes. The random part of ECH (GREASE) decides whether a ClientHello is that long.
  'chrome-120': {
    ...chromium,
    ja4: [CHROMIUM_131, 't13d1517h2_8daaf6152771_b1ff8ab2d16f'],
    hasHybridGroup: false,
    alpsExtension: 17513,
  },
  'chrome-131': { ...chromium, ja4: [CHROMIUM_131], alpsExtension: 17513 },
  'edge-131': { ...chromium, ja4: [CHROMIUM_131], alpsExtension: 17513 },
  'chrome-149': CHROMIUM_MODERN,
  'edge-148': CHROMIUM_MODERN,
  'firefox-133': { ...firefox, ja4: ['t13d1716h2_5b57614c22b0_eeeea6562960'] },
  'firefox-151': { ...firefox, ja4: ['t13d1717h2_5b57614c22b0_3cbfd9057e0d'] },
  'safari-17.2': {
    ...safari,
    ja4: ['t13d2014h2_a09f3c656075_14788d8d241b'],
    http2: '2:0;4:4194304;3:100|10485760|0|m,s,p,a',
  },
  // JA4 as seen from Safari 26.0.1 on a Mac (github.com/lexiforest/curl-impersonate/issues/187); HTTP/2 as seen from Safari since 18.4
  // (github.com/lexiforest/curl_cffi/issues/555).
  'safari-26.4': {
    ...safari,
    ja4: ['t13d2014h2_a09f3c656075_e42f34c56612'],
    http2: '2:0;3:100;4:2097152;9:1|10420225|0|m,s,a,p',
  },
};
