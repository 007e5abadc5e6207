import { planProduct } from './plan-product.ts';
import type { ProductPlan, StoreForProducts } from './plan-product.ts';
import { productAt } from './product-state.ts';
import type { ProductState } from './product-state.ts';
import type { StoreProfile } from './store-profile.ts';
import type { MenuEntry, Store } from './world.ts';

/** A store whose menu is made in steps: first plans, then the states in a pass, then the served records. Events change the states. */
export interface GeneratedStore extends Store {
  /** Returns every product that the store ever lists without events; the same in every pass. */
  plans(): readonly ProductPlan[];
  statesAt(pass: number): ProductState[];
  entryOf(state: ProductState): MenuEntry;
  /** Returns a product that is not among the plans; another seed or index gives another product. */
  planAnother(seed: number, index: number): ProductPlan;
}

interface StoreParts {
  products: StoreForProducts;
  /** The number of planned products. */
  count: number;
  profileAt: (pass: number) => StoreProfile;
  /** Converts a product to the format of the store's platform. */
  entryOf: (state: ProductState) => MenuEntry;
}

/** Creates a store that plans its products only once, when they are first needed. */
export function buildStore({ products, count, profileAt, entryOf }: StoreParts): GeneratedStore {
  let known: ProductPlan[] | undefined;
  const plans = () => (known ??= Array.from({ length: count }, (_, index) => planProduct(products, index)));
  const statesAt = (pass: number) =>
    plans()
      .map((plan) => productAt(plan, pass))
      .filter((state) => state !== null);
  return {
    platformId: products.storeId,
    isCaptured: false,
    profileAt,
    plans,
    statesAt,
    entryOf,
    menuAt: (pass) => statesAt(pass).map(entryOf),
    planAnother: (seed, index) => planProduct({ ...products, seed }, index),
  };
}
