import type { ProductPlan } from '../plan-product.ts';
import type { ProductState } from '../product-state.ts';
import type { Random } from '../random.ts';
import type { StoreProfile } from '../store-profile.ts';
import type { MenuEntry } from '../world.ts';

/** A kind of change that real stores make to their menus: honest, however large. */
export interface EventKind {
  /** In kebab-case. */
  name: string;
  /** One sentence in plain words. */
  about: string;
  /** `ordinary`: happens in some store each week. `rare`: about once a year. */
  frequency: 'ordinary' | 'rare';
  /** Whether it ends in real stores, as a sale does; a new tax stays. */
  ends: boolean;
  /** The stores that it can happen to; absent: all. */
  needs?: StoreNeed;
  /** Changes which products exist. Pure, as all changes: the same menu and moment give the same result. */
  changeRange?(menu: readonly ProductState[], moment: EventMoment): ProductState[];
  /** Changes the products themselves, including those that other events add. */
  changeMenu?(menu: readonly ProductState[], moment: EventMoment): ProductState[];
  changeProfile?(profile: StoreProfile, moment: EventMoment): StoreProfile;
}

/** A condition on the store in the pass before the event, in words that follow "a store". */
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
  /** Passes since the event began: 0 in the first. */
  age: number;
  pass: number;
  /** A stream of random choices about this, the same in every pass of the event. */
  random(...about: readonly (string | number)[]): Random;
  /** Every product that the store ever lists without events: the same in every pass. */
  plans(): readonly ProductPlan[];
  /** A product that is new to this store; each number gives another one. */
  newProduct(number: number): ProductState;
}

/**
 * Chooses one of every `size` neighbouring products, so that the share is right even in a small menu. The choice depends only on
 * the product and holds in every pass.
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
