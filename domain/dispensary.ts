import type { FetchManner } from './fetch-mode.ts';

/** Menu platforms that have a folder under `platforms/`. */
export const PLATFORM_NAMES = ['dutchie', 'blaze'] as const;

export type PlatformName = (typeof PLATFORM_NAMES)[number];

/** A store with a menu, with the fields that the chain needs. */
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
  /** The API address for its menu, if it differs from the platform's usual one: some stores have their own domain. */
  apiUrl: string | null;
  city: string | null;
  /** Two letters, or null if the platform does not give it. */
  stateCode: string | null;
  /** Two letters of ISO 3166, or null if the platform does not give it, or gives unknown words. */
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
 * Marks in the names of platforms' own test shops: `Sandbox1`, `(DEMO STORE)`, `DNU_Old`. Two of them also occur inside ordinary
 * words, such as "Contest", so they only count without a letter beside them.
 */
const TEST_SHOP = /sandbox|sbx|\(demo|(?<![a-z])(dnu|test)(?![a-z])/i;

/** The fields that decide whether a store becomes a dispensary. */
type Described = Pick<DiscoveredStore, 'name' | 'stateCode' | 'status'>;

/** Returns all reasons against making a discovered store a dispensary. */
export function reasonsAgainst({ name, stateCode, status }: Described): string[] {
  return [
    ...(TEST_SHOP.test(name) ? ['the name is that of a test shop'] : []),
    ...(stateCode === null ? ['the store has no state'] : []),
    ...(status !== null && status !== 'open' ? [`the store is ${status}`] : []),
  ];
}

/**
 * Returns why a discovered store does not become a dispensary, or null when it does.
 * @param admitted reasons that a person has overruled for this store
 */
export function whyNotPromoted(store: Described, admitted: readonly string[] = []): string | null {
  return reasonsAgainst(store).find((reason) => !admitted.includes(reason)) ?? null;
}

const COUNTRY_CODES: Readonly<Record<string, string>> = { 'united states': 'US', usa: 'US', canada: 'CA' };

/** Returns the code of a country that a platform gives as a code or in English words; null if the words are unknown. */
export function toCountryCode(country: string | null): string | null {
  if (country === null) return null;
  if (/^[A-Z]{2}$/.test(country)) return country;
  return COUNTRY_CODES[country.trim().toLowerCase()] ?? null;
}
