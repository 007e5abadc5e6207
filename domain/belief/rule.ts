import type { MenuDifference } from './menu-difference.ts';
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

/** All that rules look at. */
export interface Judged {
  known: KnownMenu;
  fetched: FetchedProducts;
  difference: MenuDifference;
  /** New ids that other stores of the platform have. */
  ofOtherStores: number;
}

export interface Rule {
  /** In kebab-case; unique. Settings and evidence name it. */
  name: string;
  fault: Fault;
  /** Above this share of products a menu is doubted; few products need more: see `exceeds`. */
  share: number;
  counts: (judged: Judged) => Counted;
  /** What an operator reads after “12 of 80 ”. */
  words: string;
}

/** Counts what became of the products that the menu still has. */
export const ofKept =
  (count: (difference: MenuDifference) => number): Rule['counts'] =>
  ({ difference }) => ({ count: count(difference), of: difference.kept });
