/** The identity of a crawler: a proxy and a browser profile, leased together for one session. */
import type { BrowserProfile } from './browser-profiles.ts';

export type Proxy = {
  id: number;
  protocol: 'http' | 'https' | 'socks5';
  host: string;
  port: number;
  username: string | null;
  password: string | null;
};

/** The most concurrent sessions through one proxy. */
export const PROXY_SESSIONS_MAX = 1_000_000;

/** A proxy as an operator enters it. Omitted fields keep their value or get the default. */
export interface ProxyToSave extends Omit<Proxy, 'id'> {
  owner?: string | undefined;
  /** Two letters. */
  countryCode?: string | undefined;
  maxConcurrent?: number | undefined;
}

/** What of an identity a site sees in requests, besides their address. */
export type Appearance = {
  profile: BrowserProfile;
  acceptLanguage: string;
  /** IANA name. */
  timeZone: string;
};

export type LeasedIdentity = Appearance & { proxy: Proxy };

/** The states and Canadian provinces by time zone. One with several zones is under the zone of most of its people. */
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
 * Returns the IANA time zone of a two-letter state or province code.
 *
 * A store without a state counts as Arizona, and so does an unknown code: a wrong zone costs a crawl less than a refusal.
 */
export function timeZoneOfState(stateCode: string | null): string {
  return ZONE_BY_STATE.get(normalizedState(stateCode)) ?? 'America/Phoenix';
}

/** Returns the accept-language value of a browser that is set to the English of a state or province. */
export function acceptLanguageFor(stateCode: string | null, profile: Pick<BrowserProfile, 'family'>): string {
  const isCanadian = CANADIAN.has(normalizedState(stateCode));
  if (profile.family === 'firefox') return isCanadian ? 'en-CA,en-US;q=0.7,en;q=0.3' : 'en-US,en;q=0.5';
  return isCanadian ? 'en-CA,en;q=0.9' : 'en-US,en;q=0.9';
}

function normalizedState(stateCode: string | null): string {
  return (stateCode ?? 'AZ').trim().toUpperCase();
}
