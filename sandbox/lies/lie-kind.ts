import type { Random } from '../world/random.ts';
import type { MenuEntry, StoreTruth } from '../world/world.ts';

/** The platform in whose format a menu is served. */
export type MenuPlatform = StoreTruth['platform'];
const MENU_PLATFORMS: readonly MenuPlatform[] = ['dutchie', 'blaze'];
export const DUTCHIE_ONLY: readonly MenuPlatform[] = ['dutchie'];
export const BLAZE_ONLY: readonly MenuPlatform[] = ['blaze'];

/** What a reader gets wrong if it believes the lie. */
export type Harm = 'stock' | 'prices' | 'identity';

/** The input of a lie about a menu. All values are derived from the seed, the store and the pass. */
export interface LieContext {
  platform: MenuPlatform;
  /** The platform's id of the store whose menu lies. */
  storeId: string;
  pass: number;
  /** Passes since the lie began; 0 in the first. */
  age: number;
  /** Returns a stream of random choices of this lie in this store; other keys give another stream. */
  random: (...keys: readonly (string | number)[]) => Random;
  /** Returns those products of the honest menu of an earlier pass that the lie touches; a pass before the first counts as pass 0. */
  earlier: (pass: number) => MenuEntry[];
  /** Returns the same share of the honest menu of another store of the platform; empty when there is no other store. */
  neighbour: () => MenuEntry[];
}

/** Turns the products that a lie touches into those that the menu shows instead. Pure. */
export type MenuLie = (touched: readonly MenuEntry[], context: LieContext) => MenuEntry[];

/** Facts about the honest menu, for a lie about its pages. */
interface PageFacts {
  pages: number;
  pageSize: number;
}

/** A lie about pages and the count of products; the products themselves stay unchanged. */
export interface PageLie {
  /** Returns the honest page to show instead of the requested page, counted from 0; null shows no products. */
  shows?: (page: number, facts: PageFacts) => number | null;
  /** Returns the count of products to send instead of `count`; undefined omits the field. */
  counts?: (count: number, facts: PageFacts) => unknown;
}

interface LieAbout {
  /** A unique name in kebab-case. */
  name: string;
  /** Describes the lie in one line of plain words. */
  about: string;
  harms: readonly Harm[];
  /** The platforms whose menus can have the lie; absent: all. */
  platforms?: readonly MenuPlatform[];
  /** True if the lie first touches a tenth of the requested share of products, and a tenth more in each pass. */
  grows?: true;
}

/** A kind of lie, about a menu or about its pages. */
export type LieKind = LieAbout & ({ menu: MenuLie } | { page: PageLie });

/** Returns the platforms whose menus can have this lie. */
export function platformsOf({ platforms }: LieKind): readonly MenuPlatform[] {
  return platforms ?? MENU_PLATFORMS;
}

/** A group of similar kinds. */
export interface LieFamily {
  family: string;
  kinds: readonly LieKind[];
}
