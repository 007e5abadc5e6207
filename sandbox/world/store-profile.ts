import type { Place } from './places.ts';
import type { MenuRecord } from './menu-record.ts';

/** A store in one pass. */
export interface StoreProfile {
  platformId: string;
  /** The name in the store's web address. */
  slug: string;
  /** The name in the menu's own data. If the store has a vanity address, it differs from the slug. */
  cName: string;
  pastCNames: string[];
  name: string;
  street: string;
  phone: string;
  place: Place;
  isOpen: boolean;
  isTestShop: boolean;
}

/** Returns the record that the store search serves. */
export function storeRecordOf(profile: StoreProfile, menuBaseUrl: string): MenuRecord {
  const { place } = profile;
  const isMedical = place.licence !== 'recreational';
  return {
    id: profile.platformId,
    name: profile.name,
    cName: profile.cName,
    pastCNames: profile.pastCNames,
    status: profile.isOpen ? 'open' : 'closed',
    address: `${profile.street}, ${place.city}, ${place.state} ${place.zip}`,
    phone: profile.phone,
    listImage: `https://images.sandbox.test/store-${profile.platformId}`,
    embeddedMenuUrl: `${menuBaseUrl}/embedded-menu/${profile.slug}`,
    location: {
      ln1: profile.street,
      ln2: profile.platformId.length === 24 ? '' : null,
      city: place.city,
      state: place.state,
      zipcode: place.zip,
      country: 'United States',
      geometry: { coordinates: [place.longitude, place.latitude] },
    },
    deliveryHours: { Monday: { active: true, start: '9:00 AM', end: '9:00 PM' }, Sunday: { active: false } },
    orderTypesConfig: { delivery: { enabled: false }, pickup: { enabled: true } },
    enabledOrderTypes: {
      pickup: true,
      delivery: false,
      curbsidePickup: isMedical,
      driveThruPickup: false,
      inStorePickup: true,
      kiosk: false,
    },
    chain: null,
    timezone: place.timezone,
    __typename: 'Dispensaries',
  };
}
