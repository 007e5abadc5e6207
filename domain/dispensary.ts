import type { FetchManner } from './fetch-mode.ts';

/** Menu platforms that have a folder under `platforms/`. */
export const PLATFORM_NAMES = ['dutchie', 'blaze'] as const;

export type PlatformName = (typeof PLATFORM_NAMES)[number];

/** A store with a menu, as the chain needs it. */
export interface Dispensary extends FetchManner {
  id: number;
  name: string;
  platform: PlatformName;
  /**
   * The platform's own id: 24 hexadecimal or 17 alphanumeric characters at Dutchie, a UUID at Blaze. Null until
   * it is resolved.
   */
  platformDispensaryId: string | null;
  /** The store's name in URLs; it may change. */
  slug: string;
  menuUrl: string;
  /** Where its menu is asked, when not at the platform's usual address: some stores keep a domain of their own. */
  apiUrl: string | null;
  city: string | null;
  /** Two letters, or null where the platform does not say. */
  stateCode: string | null;
  /** Two letters of ISO 3166, or null where the platform does not say or says it in words that are not known. */
  countryCode: string | null;
  timeZone: string | null;
  crawlEnabled: boolean;
}

/** A store as a platform describes it during discovery. */
export interface DiscoveredStore {
  platformDispensaryId: string;
  name: string;
  slug: string;
  menuUrl: string;
  address: string | null;
  city: string | null;
  stateCode: string | null;
  postalCode: string | null;
  country: string | null;
  latitude: number | null;
  longitude: number | null;
  timeZone: string | null;
  phone: string | null;
  status: string | null;
}

/**
 * What the names of shops that platforms keep for themselves contain: `Sandbox1`, `(DEMO STORE)`, `DNU_Old`. Two of them
 * also stand within honest words, such as "Contest", and so count only where no letter is beside them.
 */
const TEST_SHOP = /sandbox|sbx|\(demo|(?<![a-z])(dnu|test)(?![a-z])/i;

/** What tells whether a store becomes a dispensary. */
type Described = Pick<DiscoveredStore, 'name' | 'stateCode' | 'status'>;

/** All that speaks against making a dispensary of a discovered store. */
export function reasonsAgainst({ name, stateCode, status }: Described): string[] {
  return [
    ...(TEST_SHOP.test(name) ? ['the name is that of a test shop'] : []),
    ...(stateCode === null ? ['the store has no state'] : []),
    ...(status !== null && status !== 'open' ? [`the store is ${status}`] : []),
  ];
}

/**
 * Why a discovered store does not become a dispensary, or null when it does.
 * @param admitted reasons despite which a person has admitted it
 */
export function whyNotPromoted(store: Described, admitted: readonly string[] = []): string | null {
  return reasonsAgainst(store).find((reason) => !admitted.includes(reason)) ?? null;
}

const COUNTRY_CODES: Readonly<Record<string, string>> = { 'united states': 'US', usa: 'US', canada: 'CA' };

/** The code of a country that a platform names by its code or in English words. */
export function toCountryCode(country: string | null): string | null {
  if (country === null) return null;
  if (/^[A-Z]{2}$/.test(country)) return country;
  return COUNTRY_CODES[country.trim().toLowerCase()] ?? null;
}
