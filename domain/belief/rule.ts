import type { MenuDifference, PriceKind } from './menu-difference.ts';
import type { FetchedProducts, KnownMenu } from './known-menu.ts';

/** What can be wrong with a menu. `CONFIRMED_BY` defines what settles each fault. */
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

/** How many products a rule counted, out of how many it examined. */
export interface Counted {
  count: number;
  of: number;
  /** How many of the counted products went up, if the rule distinguishes that. */
  up?: number;
}

/** A value of a product that may change between menus. */
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

/** The field that a sample shows. `menu`: whether the product is on the menu. `text`: what is unreadable. */
export type SampleField = ChangedField | 'menu' | 'id' | 'store' | 'text';

/**
 * Which products illustrate a rule: those that are gone, new, renamed, copied, of other stores or unreadable; or products in both
 * menus, by the first of these fields that changed.
 */
export type Shows =
  | 'gone'
  | 'new'
  | 'renamed'
  | 'copied'
  | 'of-other-stores'
  | 'unreadable'
  | readonly ChangedField[];

/** New ids that belong to other stores of the platform. */
export interface OfOtherStores {
  count: number;
  /** The first few of them, by id, each with one of those stores. */
  first: readonly { id: string; dispensaryId: number }[];
}

/** The input of all rules. */
export interface Judged {
  known: KnownMenu;
  fetched: FetchedProducts;
  difference: MenuDifference;
  ofOtherStores: OfOtherStores;
}

export interface Rule {
  /** In kebab-case and unique. Settings and stored counts refer to rules by this name. */
  name: string;
  fault: Fault;
  /** The share of products above which a menu is doubted. Few products need a higher share: see `exceeds`. */
  share: number;
  counts: (judged: Judged) => Counted;
  shows: Shows;
  /** Continues “12 of 80 ” in messages to operators. */
  description: string;
}

/** Makes the `counts` of a rule from one figure of the difference, out of all kept products. */
export const ofKept =
  (count: (difference: MenuDifference) => number): Rule['counts'] =>
  ({ difference }) => ({ count: count(difference), of: difference.kept });
