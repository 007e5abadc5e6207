import type { MenuDifference, PriceKind } from './menu-difference.ts';
import type { FetchedProducts, KnownMenu } from './known-menu.ts';

/** What can be wrong with a menu, and what settles it: see `CONFIRMED_BY`. */
export type Fault =
  | 'incomplete'
  | 'empty'
  | 'twin'
  | 'another-store'
  | 'shrunk'
  | 'unstocked'
  | 'restocked'
  | 'requantified'
  | 'unreadable'
  | 'unread'
  | 'uncounted'
  | 'unpriced'
  | 'repriced'
  | 'resized'
  | 'renamed-ids'
  | 'copied'
  | 'relabelled'
  | 'stale';

/** Products that a rule counts, of how many it could have counted. */
export interface Counted {
  count: number;
  of: number;
  /** Of those counted, how many became more, where that is told apart. */
  up?: number;
}

/** A value of a product that may change from one menu to the next. */
export type ChangedField =
  | PriceKind
  | 'stock'
  | 'quantity'
  | 'options'
  | 'offer'
  | 'name'
  | 'brand'
  | 'category'
  | 'updated';

/** What a sample tells of a product; `menu`: whether it is on it, `text`: what of it cannot be read. */
export type SampleField = ChangedField | 'menu' | 'id' | 'store' | 'text';

/**
 * Which products show what a rule counted: those of the last menu that are gone, those that are new, that have another id
 * or a second one, that other stores have, that cannot be read; or those in both menus, by the first of these fields that
 * changed.
 */
export type Shows =
  | 'gone'
  | 'new'
  | 'renamed'
  | 'copied'
  | 'of-other-stores'
  | 'unreadable'
  | readonly ChangedField[];

/** New ids that other stores of the platform have. */
export interface OfOtherStores {
  count: number;
  /** The first few of them, by id, each with a store that has it. */
  first: readonly { id: string; dispensaryId: number }[];
}

/** All that rules look at. */
export interface Judged {
  known: KnownMenu;
  fetched: FetchedProducts;
  difference: MenuDifference;
  ofOtherStores: OfOtherStores;
}

export interface Rule {
  /** In kebab-case; unique. Settings and evidence name it. */
  name: string;
  fault: Fault;
  /** Above this share of products a menu is doubted; few products need more: see `exceeds`. */
  share: number;
  counts: (judged: Judged) => Counted;
  shows: Shows;
  /** What an operator reads after “12 of 80 ”. */
  words: string;
}

/** Counts what became of the products that the menu still has. */
export const ofKept =
  (count: (difference: MenuDifference) => number): Rule['counts'] =>
  ({ difference }) => ({ count: count(difference), of: difference.kept });
