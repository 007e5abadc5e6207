import { createRandom } from '../world/random.ts';
import type { MenuEntry, Store, World } from '../world/world.ts';
import { platformsOf } from './lie-kind.ts';
import type { LieContext, LieKind, MenuLie, MenuPlatform } from './lie-kind.ts';

/** A lie that is being told. */
export interface ToldLie {
  kind: LieKind;
  /** Another seed lies differently about the same products. */
  seed: number;
  /** The share of products that it touches, 0 to 1. A lie about pages is about all of them. */
  share: number;
  /** The platform's id of the only store that lies; null: every store. */
  store: string | null;
  /** The exit address of the only proxy through which it is told; null: every proxy. */
  proxy: string | null;
  /** The pass in which it began. */
  sincePass: number;
}

/** Passes until a lie that grows has all of its share. */
const GROWTH_PASSES = 10;

/** The world as somebody sees it to whom these lies are told. Menus that no lie is about are served as they are. */
export function lyingWorld(world: World, lies: readonly ToldLie[]): World {
  return {
    stores: lyingStores(world.stores, 'dutchie', lies),
    restStores: lyingStores(world.restStores, 'blaze', lies),
  };
}

/** Whether a lie is told about this store. */
function isAbout({ kind, store }: ToldLie, platform: MenuPlatform, storeId: string): boolean {
  return (store === null || store === storeId) && platformsOf(kind).includes(platform);
}

function lyingStores(stores: Store[], platform: MenuPlatform, lies: readonly ToldLie[]): Store[] {
  return stores.map((store, at) => {
    const about = lies.filter((lie) => isAbout(lie, platform, store.platformId));
    if (about.length === 0) return store;
    const neighbours = [...stores.slice(at + 1), ...stores.slice(0, at)];
    return {
      ...store,
      menuAt: (pass) =>
        about.reduce(
          (menu, lie) => tellLie(menu, lie, { platform, store, neighbours, pass }),
          store.menuAt(pass),
        ),
    };
  });
}

interface Telling {
  platform: MenuPlatform;
  store: Store;
  /** The other stores, the next one first. */
  neighbours: readonly Store[];
  pass: number;
}

function tellLie(
  menu: MenuEntry[],
  lie: ToldLie,
  { platform, store, neighbours, pass }: Telling,
): MenuEntry[] {
  if (!('menu' in lie.kind)) return menu;
  const age = Math.max(0, pass - lie.sincePass);
  const share = lie.kind.grows ? lie.share * Math.min(1, (age + 1) / GROWTH_PASSES) : lie.share;
  const random: LieContext['random'] = (...keys) =>
    createRandom(lie.seed, lie.kind.name, store.platformId, ...keys);
  const isTouched = ({ id }: MenuEntry) => random('touched', id).next() < share;
  const tell: MenuLie = lie.kind.menu;
  const told = tell(menu.filter(isTouched), {
    platform,
    storeId: store.platformId,
    pass,
    age,
    random,
    earlier: (earlierPass) => store.menuAt(Math.max(0, earlierPass)).filter(isTouched),
    neighbour: () => menuOfOne(neighbours, pass).filter(isTouched),
  });
  return [...menu.filter((entry) => !isTouched(entry)), ...told];
}

/** The menu of the first real store that has one. */
function menuOfOne(stores: readonly Store[], pass: number): MenuEntry[] {
  for (const store of stores) {
    const menu = store.profileAt(pass).isTestShop ? [] : store.menuAt(pass);
    if (menu.length > 0) return menu;
  }
  return [];
}
