import { createRandom } from '../world/random.ts';
import type { MenuEntry, Store, World } from '../world/world.ts';
import { platformsOf } from './lie-kind.ts';
import type { LieContext, LieKind, MenuLie, MenuPlatform } from './lie-kind.ts';

/** An active lie. */
export interface ActiveLie {
  kind: LieKind;
  /** The seed of the lie's random choices; another seed changes the same products in another way. */
  seed: number;
  /** The share of products that the lie touches, 0 to 1. A lie about pages affects all products. */
  share: number;
  /** The platform's id of the only store whose menu has the lie; null: all stores. */
  store: string | null;
  /** The exit address of the only proxy that sees the lie; null: every proxy. */
  proxy: string | null;
  /** The pass in which the lie began. */
  sincePass: number;
}

/** Passes until a growing lie reaches its full share. */
const GROWTH_PASSES = 10;

/** Returns the world with these lies applied. Menus without a lie stay unchanged. */
export function lyingWorld(world: World, lies: readonly ActiveLie[]): World {
  return {
    stores: lyingStores(world.stores, 'dutchie', lies),
    restStores: lyingStores(world.restStores, 'blaze', lies),
  };
}

/** Whether a lie applies to this store. */
function isAbout({ kind, store }: ActiveLie, platform: MenuPlatform, storeId: string): boolean {
  return (store === null || store === storeId) && platformsOf(kind).includes(platform);
}

function lyingStores(stores: Store[], platform: MenuPlatform, lies: readonly ActiveLie[]): Store[] {
  return stores.map((store, at) => {
    const about = lies.filter((lie) => isAbout(lie, platform, store.platformId));
    if (about.length === 0) return store;
    const neighbours = [...stores.slice(at + 1), ...stores.slice(0, at)];
    return {
      ...store,
      menuAt: (pass) =>
        about.reduce(
          (menu, lie) => sendLie(menu, lie, { platform, store, neighbours, pass }),
          store.menuAt(pass),
        ),
    };
  });
}

interface ProgressReport {
  platform: MenuPlatform;
  store: Store;
  /** The other stores of the platform, starting with the store after this one. */
  neighbours: readonly Store[];
  pass: number;
}

function sendLie(
  menu: MenuEntry[],
  lie: ActiveLie,
  { platform, store, neighbours, pass }: ProgressReport,
): MenuEntry[] {
  if (!('menu' in lie.kind)) return menu;
  const age = Math.max(0, pass - lie.sincePass);
  const share = lie.kind.grows ? lie.share * Math.min(1, (age + 1) / GROWTH_PASSES) : lie.share;
  const random: LieContext['random'] = (...keys) =>
    createRandom(lie.seed, lie.kind.name, store.platformId, ...keys);
  const isTouched = ({ id }: MenuEntry) => random('touched', id).next() < share;
  const tell: MenuLie = lie.kind.menu;
  const reported = tell(menu.filter(isTouched), {
    platform,
    storeId: store.platformId,
    pass,
    age,
    random,
    earlier: (earlierPass) => store.menuAt(Math.max(0, earlierPass)).filter(isTouched),
    neighbour: () => menuOfOne(neighbours, pass).filter(isTouched),
  });
  return [...menu.filter((entry) => !isTouched(entry)), ...reported];
}

/** Returns the menu of the first store that has products and is no test shop; empty if there is none. */
function menuOfOne(stores: readonly Store[], pass: number): MenuEntry[] {
  for (const store of stores) {
    const menu = store.profileAt(pass).isTestShop ? [] : store.menuAt(pass);
    if (menu.length > 0) return menu;
  }
  return [];
}
