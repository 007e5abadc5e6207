import type { MenuRecord } from './menu-record.ts';
import type { ProductTruth } from './product-truth.ts';
import type { StoreProfile } from './store-profile.ts';

/** One product of a menu: the served record, and the truth about the product. */
export interface MenuEntry {
  id: string;
  cName: string | null;
  category: string;
  name: string;
  isActive: boolean;
  /** Captured records are served exactly as they were recorded. */
  isServedVerbatim: boolean;
  record: MenuRecord;
  /** The record that the detail operation serves for the product. */
  detail: MenuRecord;
  truth: ProductTruth;
}

/** A store with a menu that evolves. Its functions are pure: the same pass gives the same result. */
export interface Store {
  /** The store's first id. The id in a pass is in the profile of that pass. */
  platformId: string;
  /** Captured menus are served exactly as they were recorded, and never evolve. */
  isCaptured: boolean;
  profileAt(pass: number): StoreProfile;
  menuAt(pass: number): MenuEntry[];
}

export interface World {
  stores: Store[];
  /** Stores with REST menus, which have offsets and prices in cents. */
  restStores: Store[];
}

export interface StoreTruth {
  /** The platform whose format the menu has. */
  platform: 'dutchie' | 'blaze';
  platformId: string;
  slug: string;
  cName: string;
  name: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  timezone: string;
  isTestShop: boolean;
  /** The products in the response to a request for active products. */
  products: ProductTruth[];
  /** The additional products in the response to a request for all products. */
  inactiveProducts: ProductTruth[];
}

export interface WorldTruth {
  pass: number;
  dispensaries: StoreTruth[];
}

/** Returns the whole truth of one pass. */
export function makeWorldTruth(world: World, pass: number): WorldTruth {
  return {
    pass,
    dispensaries: [
      ...world.stores.map((store) => makeStoreTruth(store, { platform: 'dutchie', pass })),
      ...world.restStores.map((store) => makeStoreTruth(store, { platform: 'blaze', pass })),
    ],
  };
}

function makeStoreTruth(
  store: Store,
  { platform, pass }: { platform: StoreTruth['platform']; pass: number },
): StoreTruth {
  const { place, ...profile } = store.profileAt(pass);
  const menu = store.menuAt(pass);
  return {
    platform,
    platformId: profile.platformId,
    slug: profile.slug,
    cName: profile.cName,
    name: profile.name,
    address: profile.street,
    city: place.city,
    state: place.state,
    zip: place.zip,
    timezone: place.timezone,
    isTestShop: profile.isTestShop,
    products: menu.filter((entry) => entry.isActive).map((entry) => entry.truth),
    inactiveProducts: menu.filter((entry) => !entry.isActive).map((entry) => entry.truth),
  };
}
