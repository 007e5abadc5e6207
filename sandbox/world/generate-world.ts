import { buildStore } from './generated-store.ts';
import type { GeneratedStore } from './generated-store.ts';
import { placeOf } from './places.ts';
import type { ProductState } from './product-state.ts';
import { detailRecordOf, recordOf } from './product-record.ts';
import { makeProductAnswer } from './product-truth.ts';
import { HEX, createRandom } from './random.ts';
import type { Random } from './random.ts';
import type { StoreProfile } from './store-profile.ts';
import { STORE_FIRST, STORE_LAST, STREETS } from './words.ts';
import type { MenuEntry } from './world.ts';

export interface WorldOptions {
  seed: number;
  /** The number of real stores. A few test shops, which a search also finds, are added. */
  dispensaries: number;
  /** The number of products of a usual menu. The first store has two and a half times as many. */
  products: number;
}

// The alphabet of the older kind of store id, which lacks letters and digits that are easily confused.
const LEGACY_ID = '23456789ABCDEFGHJKLMNPQRSTWXYZabcdefghijkmnopqrstuvwxyz';
const TEST_SHOPS = [
  'Otter Sandbox',
  'Leafline (Demo Store)',
  'DNU - Old Mill Annex',
  'QA Test Pharmacy',
] as const;

export interface GeneratedWorld {
  stores: GeneratedStore[];
  restStores: GeneratedStore[];
}

/** Generates the world of this seed. Pure and lazy: menus are made on request. */
export function generateWorld(options: WorldOptions): GeneratedWorld {
  const real = Array.from({ length: options.dispensaries }, (_, index) => newStore(options, index));
  const tests =
    options.dispensaries === 0 ? [] : TEST_SHOPS.map((name, index) => newTestShop(options, { name, index }));
  return { stores: [...real, ...tests], restStores: [] };
}

function newStore(options: WorldOptions, index: number): GeneratedStore {
  const random = createRandom(options.seed, 'store', index);
  const id = storeId(random, index);
  const count = productCountOf(random, { index, products: options.products });
  const base = profileOf(random, { index, id });
  const stock = index === 0 || (index !== 1 && index % 3 === 0) ? 'till' : 'hand';
  return buildStore({
    products: { seed: options.seed, storeIndex: index, storeId: id, licence: base.place.licence, stock },
    count,
    profileAt: (pass) => ({ ...base, ...namesAt(base, { index, pass, dispensaries: options.dispensaries }) }),
    entryOf,
  });
}

function newTestShop(options: WorldOptions, shop: { name: string; index: number }): GeneratedStore {
  const random = createRandom(options.seed, 'test shop', shop.index);
  const index = 10_000 + shop.index;
  const id = storeId(random, 0);
  const slug = `${slugOf(shop.name)}-${shop.index}`;
  const isDemo = shop.name.includes('Demo');
  const base: StoreProfile = {
    ...profileOf(random, { index: shop.index, id }),
    name: shop.name,
    slug,
    cName: slug,
    pastCNames: [slug],
    isOpen: !shop.name.includes('DNU'),
    isTestShop: true,
  };
  // The demo shop's menu is really empty, so that one empty response is no fault.
  const count = isDemo ? 0 : 3;
  const { licence } = base.place;
  return buildStore({
    products: { seed: options.seed, storeIndex: index, storeId: id, licence, stock: 'hand' },
    count,
    profileAt: () => base,
    entryOf,
  });
}

function entryOf(state: ProductState): MenuEntry {
  const { plan } = state;
  return {
    id: plan.id,
    cName: plan.cName,
    category: plan.category,
    name: plan.name,
    isActive: state.isActive,
    isServedVerbatim: false,
    record: recordOf(state),
    get detail() {
      return detailRecordOf(state);
    },
    truth: makeProductAnswer(state),
  };
}

/** Returns a store's location and names, drawn from its random stream. */
export function profileOf(random: Random, { index, id }: { index: number; id: string }): StoreProfile {
  const place = placeOf(index);
  const name = `${random.pick(STORE_FIRST)} ${random.pick(STORE_LAST)} ${place.city}`;
  const slug = `${slugOf(name)}${index < 3 ? '' : `-${index}`}`;
  return {
    platformId: id,
    slug,
    cName: slug,
    pastCNames: [slug],
    name,
    street: `${random.whole(10, 9900)} ${random.pick(STREETS)}`,
    phone: `555-01${random.text('0123456789', 2)}`,
    place,
    isOpen: true,
    isTestShop: false,
  };
}

function storeId(random: Random, index: number): string {
  return index % 4 === 1 ? random.text(LEGACY_ID, 17) : random.text(HEX, 24);
}

function productCountOf(random: Random, { index, products }: { index: number; products: number }): number {
  const factor = index === 0 ? 2.5 : 0.75 + random.next() * 0.5;
  return Math.max(1, Math.round(products * factor));
}

interface NameMoment {
  index: number;
  pass: number;
  dispensaries: number;
}

// Returns the names in a pass. The second store moves to a new slug after the first pass. The third store, or the last one of a smaller
// world, has a vanity address that differs from the name in its data.
function namesAt(base: StoreProfile, { index, pass, dispensaries }: NameMoment): Partial<StoreProfile> {
  if (index === 1 && pass >= 1) {
    const moved = `${base.slug}-relaunch`;
    return { slug: moved, cName: moved, pastCNames: [base.cName, moved] };
  }
  const isVanity = index === Math.min(2, dispensaries - 1) && index !== 1;
  return isVanity ? { slug: `visit-${base.slug}` } : {};
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
