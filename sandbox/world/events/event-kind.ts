import type { ProductPlan } from '../plan-product.ts';
import type { ProductState } from '../product-state.ts';
import type { Random } from '../random.ts';
import type { StoreProfile } from '../store-profile.ts';
import type { MenuEntry } from '../world.ts';

/** A kind of change that real stores make to their menus. Such changes are honest, however large. */
export interface EventKind {
  /** A name in kebab-case. */
  name: string;
  /** Describes the event in one sentence of plain words. */
  about: string;
  /** `ordinary`: happens in some store each week. `rare`: happens about once a year. */
  frequency: 'ordinary' | 'rare';
  /** Whether the event ends in real stores, as a sale does. A new tax, for example, stays. */
  ends: boolean;
  /** The condition for stores to which the event can happen; absent: all stores. */
  needs?: StoreNeed;
  /** Changes which products the store has. Pure, as all changes: the same menu and moment give the same result. */
  changeRange?(menu: readonly ProductState[], moment: EventMoment): ProductState[];
  /** Changes the products themselves, including those that other events add. */
  changeMenu?(menu: readonly ProductState[], moment: EventMoment): ProductState[];
  changeProfile?(profile: StoreProfile, moment: EventMoment): StoreProfile;
}

/** A condition on the store in the pass before the event. `description` follows "a store". */
export interface StoreNeed {
  description: string;
  isMet(store: StoreBefore): boolean;
}

interface StoreBefore {
  profile: StoreProfile;
  menu: readonly MenuEntry[];
}

/** One pass of an event at a store. */
export interface EventMoment {
  /** The number of passes since the event began; 0 in its first pass. */
  age: number;
  pass: number;
  /** Returns a stream of random choices about a subject; the same in every pass of the event. */
  random(...about: readonly (string | number)[]): Random;
  /** Returns every product that the store ever lists without events; the same in every pass. */
  plans(): readonly ProductPlan[];
  /** Returns a product that is new to this store; each number gives another product. */
  newProduct(number: number): ProductState;
}

/**
 * Chooses one of every `size` neighbouring products, so that the share is right even in a small menu. The choice depends only on the
 * product, and is the same in every pass.
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
