import type { ProductPlan } from '../plan-product.ts';
import type { ProductState } from '../product-state.ts';
import type { Random } from '../random.ts';
import type { StoreProfile } from '../store-profile.ts';
import type { MenuEntry } from '../world.ts';

/** A kind of change that real stores make to their menus, honest however large it is. */
export interface EventKind {
  /** In kebab-case. */
  name: string;
  /** One sentence in plain words. */
  about: string;
  /** `ordinary`: some store does it each week. `rare`: once a year or so. */
  frequency: 'ordinary' | 'rare';
  /** Whether it passes in real stores, as a sale does: a new tax stays. */
  ends: boolean;
  /** Which stores it can happen to; absent: all. */
  needs?: StoreNeed;
  /** Which products there are with the event. Pure, as all changes: the same menu and moment give the same. */
  changeRange?(menu: readonly ProductState[], moment: EventMoment): ProductState[];
  /** How these are. Happens to products that other events bring too. */
  changeMenu?(menu: readonly ProductState[], moment: EventMoment): ProductState[];
  changeProfile?(profile: StoreProfile, moment: EventMoment): StoreProfile;
}

/** What must hold of a store in the pass before the event, in words that follow "a store". */
export interface StoreNeed {
  words: string;
  isMet(store: StoreBefore): boolean;
}

interface StoreBefore {
  profile: StoreProfile;
  menu: readonly MenuEntry[];
}

/** One pass of an event at a store. */
export interface EventMoment {
  /** Passes since the event began: 0 in its first. */
  age: number;
  pass: number;
  /** A stream of choices about this, which are the same in every pass of the event. */
  random(...about: readonly (string | number)[]): Random;
  /** Every product that the store lists without events, sooner or later: the same in every pass. */
  plans(): readonly ProductPlan[];
  /** A product that nobody has seen at this store; each number gives another one. */
  newProduct(number: number): ProductState;
}

/**
 * Chooses one product of each `size` neighbours, so that even in a small menu the share is right. The choice follows
 * from the product alone and holds in every pass.
 */
export function chooseOneIn(size: number, moment: EventMoment): (state: ProductState) => boolean {
  const chosen = new Map<number, number>();
  return ({ plan }) => {
    const block = Math.floor(plan.index / size);
    const place = chosen.get(block) ?? moment.random('one of', size, block).whole(0, size - 1);
    chosen.set(block, place);
    return plan.index % size === place;
  };
}
