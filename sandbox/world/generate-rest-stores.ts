import { profileOf } from './generate-world.ts';
import { buildStore } from './generated-store.ts';
import type { GeneratedStore } from './generated-store.ts';
import type { ProductState } from './product-state.ts';
import { createRandom } from './random.ts';
import { restIdOf, restRecordOf, makeRestProduct, uuidFrom } from './rest-product.ts';
import type { MenuEntry } from './world.ts';

interface RestStoresOptions {
  seed: number;
  restDispensaries: number;
  /** The number of products of a usual menu. The first store has two and a half times as many. */
  products: number;
}

// Added to the seed of these stores, so that they share no product with the other stores. No person would type such a large seed.
const SEED_OFFSET = 1_000_003;

/** Generates stores with REST menus: the same kind of world with another API. Pure and lazy: menus are made on request. */
export function generateRestStores(options: RestStoresOptions): GeneratedStore[] {
  return Array.from({ length: options.restDispensaries }, (_, index) => newRestStore(options, index));
}

function newRestStore(options: RestStoresOptions, index: number): GeneratedStore {
  const seed = options.seed + SEED_OFFSET;
  const random = createRandom(seed, 'rest store', index);
  const platformId = uuidFrom(random);
  const count = Math.max(1, Math.round(options.products * (index === 0 ? 2.5 : 0.75 + random.next() * 0.5)));
  const drawn = profileOf(random, { index, id: platformId });
  const base = { ...drawn, place: { ...drawn.place, licence: 'recreational' as const } };
  const moved = {
    ...base,
    slug: `${base.slug}-relaunch`,
    cName: `${base.cName}-relaunch`,
    pastCNames: [base.cName, `${base.cName}-relaunch`],
  };
  return buildStore({
    products: { seed, storeIndex: index, storeId: platformId, licence: 'recreational', stock: 'hand' },
    count,
    // As among the GraphQL stores, the second store moves to a new slug after the first pass.
    profileAt: (pass) => (index === 1 && pass >= 1 ? moved : base),
    entryOf,
  });
}

function entryOf(state: ProductState): MenuEntry {
  const { plan } = state;
  const record = restRecordOf(state);
  return {
    id: restIdOf(state),
    cName: plan.cName,
    category: plan.category,
    name: plan.name,
    isActive: state.isActive,
    isServedVerbatim: true,
    record,
    detail: record,
    truth: makeRestProduct(state),
  };
}
