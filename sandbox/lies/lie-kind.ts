import type { Random } from '../world/random.ts';
import type { MenuEntry, StoreTruth } from '../world/world.ts';

/** Whose form a menu has. */
export type MenuPlatform = StoreTruth['platform'];
const MENU_PLATFORMS: readonly MenuPlatform[] = ['dutchie', 'blaze'];
export const DUTCHIE_ONLY: readonly MenuPlatform[] = ['dutchie'];
export const BLAZE_ONLY: readonly MenuPlatform[] = ['blaze'];

/** What a reader who believes a lie gets wrong. */
export type Harm = 'stock' | 'prices' | 'identity';

/** What a lie about a menu may look at. Everything follows from the seed, the store and the pass. */
export interface LieContext {
  platform: MenuPlatform;
  /** The platform's id of the store whose menu lies. */
  storeId: string;
  pass: number;
  /** Passes since the lie began; 0 in the first. */
  age: number;
  /** Choices of this lie in this store; other keys give other choices. */
  random: (...keys: readonly (string | number)[]) => Random;
  /** The products that the lie touches in the honest menu of an earlier pass; passes before the first count as pass 0. */
  earlier: (pass: number) => MenuEntry[];
  /** The same share of the honest menu of another store of the platform; empty when there is no other store. */
  neighbour: () => MenuEntry[];
}

/** Turns the products that a lie touches into what the menu shows in their place. Pure. */
export type MenuLie = (touched: readonly MenuEntry[], context: LieContext) => MenuEntry[];

/** What the honest menu is like, seen by a lie about its pages. */
interface PageFacts {
  pages: number;
  pageSize: number;
}

/** A lie about pages and their count; the products themselves stay as they are. */
export interface PageLie {
  /** The honest page shown in place of the one that was asked for, counted from 0; null shows none of the products. */
  shows?: (page: number, facts: PageFacts) => number | null;
  /** The count of products that is told in place of this one; undefined leaves the field out. */
  counts?: (count: number, facts: PageFacts) => unknown;
}

interface LieAbout {
  /** In kebab-case; unique. */
  name: string;
  /** In plain words, one line. */
  about: string;
  harms: readonly Harm[];
  /** Left out: every platform. */
  platforms?: readonly MenuPlatform[];
  /** The share of products grows from a tenth of what is asked for, by a tenth each pass. */
  grows?: true;
}

/** A kind of lie, about a menu or about its pages. */
export type LieKind = LieAbout & ({ menu: MenuLie } | { page: PageLie });

/** The platforms whose menus can lie in this way. */
export function platformsOf({ platforms }: LieKind): readonly MenuPlatform[] {
  return platforms ?? MENU_PLATFORMS;
}

/** Kinds that lie in a similar way. */
export interface LieFamily {
  family: string;
  kinds: readonly LieKind[];
}
