import type { MenuRecord } from './menu-record.ts';
import type { ProductTruth } from './product-truth.ts';
import type { StoreProfile } from './store-profile.ts';

/** One product of a menu: what is served and what is true. */
export interface MenuEntry {
  id: string;
  cName: string | null;
  category: string;
  name: string;
  isActive: boolean;
  /** Captured records go out exactly as they came in. */
  isServedVerbatim: boolean;
  record: MenuRecord;
  /** What the detail operation serves. */
  detail: MenuRecord;
  truth: ProductTruth;
}

/** A store with a menu that evolves. Its functions are pure: the same pass gives the same answer. */
export interface Store {
  /** The id with which the store began; its profile has the one of a pass. */
  platformId: string;
  /** Captured menus are served exactly as they were recorded, and never evolve. */
  isCaptured: boolean;
  profileAt(pass: number): StoreProfile;
  menuAt(pass: number): MenuEntry[];
}

export interface World {
  stores: Store[];
  /** Stores whose menus are served in the other form: REST, offsets, cents. */
  restStores: Store[];
}

export interface StoreTruth {
  /** Whose form the menu has. */
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
  /** What a request for active products lists. */
  products: ProductTruth[];
  /** What only a request for all products adds. */
  inactiveProducts: ProductTruth[];
}

export interface WorldTruth {
  pass: number;
  dispensaries: StoreTruth[];
}

/** Everything that is true in this pass. */
export function tellWorld(world: World, pass: number): WorldTruth {
  return {
    pass,
    dispensaries: [
      ...world.stores.map((store) => tellStore(store, { platform: 'dutchie', pass })),
      ...world.restStores.map((store) => tellStore(store, { platform: 'blaze', pass })),
    ],
  };
}

function tellStore(
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
