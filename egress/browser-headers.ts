import { OWN_HEADERS_SLOT, type HeaderSlot } from '../domain/browser-header-order.ts';
import type { BrowserProfile } from '../domain/browser-profiles.ts';
import type { LeasedIdentity } from '../domain/identity.ts';

/** The kind of request: a script's fetch() for JSON, an <img>, or a person opening a page. */
export type RequestPurpose = 'json' | 'image' | 'page';

/** The facts of a request that fill the slots of a profile. */
export type RequestFacts = {
  purpose?: RequestPurpose;
  contentType?: string;
  /** Size of the request's body in bytes. Browsers send content-length at a fixed position. */
  bodyBytes?: number;
  origin?: string;
  referer?: string;
  /** How the page relates to the requested address; by default `same-origin` for JSON, `cross-site` for images, `none` for pages. */
  fetchSite?: 'same-origin' | 'same-site' | 'cross-site' | 'none';
  /** Headers that the page's own script sets, such as `apollographql-client-name`. */
  own?: readonly (readonly [name: string, value: string])[];
};

/**
 * Returns the complete, ordered headers of one request as the identity's browser would send them.
 *
 * `host` is deliberately absent: the transport derives it from the address, and a second one is an error in HTTP/2.
 */
export function browserHeaders(
  identity: Pick<LeasedIdentity, 'profile' | 'acceptLanguage'>,
  facts: RequestFacts = {},
): [string, string][] {
  const { purpose = 'json' } = facts;
  const fetchSite = facts.fetchSite ?? { json: 'same-origin', image: 'cross-site', page: 'none' }[purpose];
  const filled: Record<string, string | undefined> = {
    'accept-language': identity.acceptLanguage,
    'content-length': facts.bodyBytes?.toString(),
    'content-type': facts.contentType,
    origin: facts.origin,
    referer: facts.referer,
    'sec-fetch-site': fetchSite,
  };
  const own = (facts.own ?? []).map(([name, value]): [string, string] => [name, value]);
  return slotsFor(identity.profile, purpose).flatMap(([name, value]): [string, string][] => {
    if (name === OWN_HEADERS_SLOT) return own;
    const text = value ?? filled[name];
    return text === undefined ? [] : [[name, text]];
  });
}

function slotsFor(profile: BrowserProfile, purpose: RequestPurpose): readonly HeaderSlot[] {
  if (purpose === 'json') return profile.headers;
  return purpose === 'image' ? profile.imageHeaders : profile.pageHeaders;
}
