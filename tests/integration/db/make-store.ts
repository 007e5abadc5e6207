import type { DiscoveredStore } from '../../../domain/dispensary.ts';

/** Returns a store as a platform reports it. */
export function makeStore(id: string, change: Partial<DiscoveredStore> = {}): DiscoveredStore {
  return {
    platformDispensaryId: id,
    name: `Store ${id}`,
    slug: `store-${id}`,
    menuUrl: `https://dutchie.com/embedded-menu/store-${id}`,
    address: '12 E Camelback Rd',
    city: 'Phoenix',
    stateCode: 'AZ',
    postalCode: '85012',
    country: 'United States',
    latitude: 33.5,
    longitude: -112.07,
    timeZone: 'America/Phoenix',
    phone: '+16025550100',
    status: 'open',
    ...change,
  };
}
