import type { Random } from '../world/random.ts';
import type { MenuEntry, StoreTruth } from '../world/world.ts';

/** The platform whose format a menu has. */
export type MenuPlatform = StoreTruth['platform'];
const MENU_PLATFORMS: readonly MenuPlatform[] = ['dutchie', 'blaze'];
export const DUTCHIE_ONLY: readonly MenuPlatform[] = ['dutchie'];
export const BLAZE_ONLY: readonly MenuPlatform[] = ['blaze'];

/** What a reader that believes a lie gets wrong. */
export type Harm = 'stock' | 'prices' | 'identity';

/** The input of a lie about a menu. Everything is derived from the seed, the store and the pass. */
export interface LieContext {
  platform: MenuPlatform;
  /** The platform's id of the store whose menu lies. */
  storeId: string;
  pass: number;
  /** Passes since the lie began; 0 in the first. */
  age: number;
  /** The random choices of this lie in this store; other keys give other choices. */
  random: (...keys: readonly (string | number)[]) => Random;
  /** The products in the honest menu of an earlier pass that the lie touches; passes before the first count as pass 0. */
  earlier: (pass: number) => MenuEntry[];
  /** The same share of the honest menu of another store of the platform; empty when there is no other store. */
  neighbour: () => MenuEntry[];
}

/** Turns the products that a lie touches into those that the menu shows instead. Pure. */
export type MenuLie = (touched: readonly MenuEntry[], context: LieContext) => MenuEntry[];

/** Facts about the honest menu, for a lie about its pages. */
interface PageFacts {
  pages: number;
  pageSize: number;
}

/** A lie about pages and their count; the products themselves stay unchanged. */
export interface PageLie {
  /** The honest page to show instead of the requested one, counted from 0; null shows no products. */
  shows?: (page: number, facts: PageFacts) => number | null;
  /** The count of products to send instead of this one; undefined omits the field. */
  counts?: (count: number, facts: PageFacts) => unknown;
}

interface LieAbout {
  /** In kebab-case; unique. */
  name: string;
  /** In plain words, one line. */
  about: string;
  harms: readonly Harm[];
  /** Absent: every platform. */
  platforms?: readonly MenuPlatform[];
  /** The share of products starts at a tenth of the requested share, and grows by a tenth each pass. */
  grows?: true;
}

/** A kind of lie, about a menu or about its pages. */
export type LieKind = LieAbout & ({ menu: MenuLie } | { page: PageLie });

/** The platforms whose menus can have this lie. */
export function platformsOf({ platforms }: LieKind): readonly MenuPlatform[] {
  return platforms ?? MENU_PLATFORMS;
}

/** A group of similar kinds. */
export interface LieFamily {
  family: string;
  kinds: readonly LieKind[];
}
