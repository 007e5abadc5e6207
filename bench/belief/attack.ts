import { judgeMenu } from '../../domain/belief/judge-menu.ts';
import type {
  ComparedProduct,
  EarlierProduct,
  KnownMenu,
  RememberedMenu,
} from '../../domain/belief/known-menu.ts';
import type { CanonicalProduct } from '../../domain/product.ts';
import type { LieKind, MenuPlatform } from '../../sandbox/lies/lie-kind.ts';
import { lyingWorld } from '../../sandbox/lies/lying-world.ts';
import { generateRestStores } from '../../sandbox/world/generate-rest-stores.ts';
import { generateWorld } from '../../sandbox/world/generate-world.ts';
import type { MenuEntry, Store, World } from '../../sandbox/world/world.ts';
import { rememberMenu } from './remember-menu.ts';
import { seeMenu, type SeenMenu } from './see-menu.ts';

interface Attack {
  kind: LieKind;
  platform: MenuPlatform;
  seed: number;
  /** The share of products, 0 to 1, that the lie changes. */
  share: number;
  /** The approximate number of products of each store. */
  products: number;
}

/**
 * The damage of a lie. Each count is of products whose values would be wrong with the lie, but right, or only outdated, without
 * it.
 */
export interface AttackResult {
  /** Why the menu was refused; null when it was accepted. */
  refusedFor: string | null;
  wrongStock: number;
  wrongPrices: number;
  /** A wrong name, brand or category; or a product that is not the store's. */
  wrongIdentity: number;
  /** Products of the honest menu. */
  honest: number;
}

/** Honest crawls of a store before the lie. */
const HONEST_PASSES = 6;

/** The number of stores, and the index of the one that lies. */
const STORES = 6;
const LIED_ABOUT = 2;

/** Applies a lie to a store after a few honest crawls, and judges its first lying menu. */
export async function attack(attempt: Attack): Promise<AttackResult> {
  const { kind, platform, seed, share } = attempt;
  const world = worldOf(attempt);
  const stores = storesOf(world, platform);
  const store = storeOf(world, platform);
  const first = 1 + (seed % 7);
  const pass = first + HONEST_PASSES;
  const { known, older } = await learn(platform, store, { first, pass });
  const lie = { kind, seed, share, store: null, proxy: null, sincePass: pass };
  const honest = await seeOrThrow(platform, store, pass);
  const lying = await seeMenu(
    platform,
    inOrder(storeOf(lyingWorld(world, [lie]), platform).menuAt(pass)),
    kind,
  );
  if (typeof lying === 'string')
    return { refusedFor: lying, wrongStock: 0, wrongPrices: 0, wrongIdentity: 0, honest: honest.ids.length };
  const others = stores.filter((other) => other !== store);
  return {
    ...harmOf(lying, honest, known),
    honest: honest.ids.length,
    refusedFor: refusal(lying, {
      known,
      older,
      owner: store.platformId,
      idsOfOthers: new Set(others.flatMap((other) => other.menuAt(pass).map(({ id }) => id))),
    }),
  };
}

/** Generates a world with stores of one platform. */
export function worldOf({ platform, seed, products }: Pick<Attack, 'platform' | 'seed' | 'products'>): World {
  return platform === 'dutchie'
    ? { stores: generateWorld({ seed, dispensaries: STORES, products }).stores, restStores: [] }
    : { stores: [], restStores: generateRestStores({ seed, restDispensaries: STORES, products }) };
}

/** Returns the stores of a platform. */
export function storesOf(world: World, platform: MenuPlatform): readonly Store[] {
  return platform === 'dutchie' ? world.stores : world.restStores;
}

/** Returns the store that lies. */
export function storeOf(world: World, platform: MenuPlatform): Store {
  const store = storesOf(world, platform)[LIED_ABOUT];
  if (store === undefined) throw new Error(`The world has no store ${LIED_ABOUT} of ${platform}.`);
  return store;
}

/** Sorts by name, as menus are served, so that lying entries are not at the end. */
export function inOrder(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.toSorted((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)));
}

async function seeOrThrow(platform: MenuPlatform, store: Store, pass: number): Promise<SeenMenu> {
  const menu = await seeMenu(platform, inOrder(store.menuAt(pass)));
  if (typeof menu === 'string') throw new Error(`The honest menu of pass ${pass} is refused: ${menu}`);
  return menu;
}

/**
 * Returns what the judge knows after the honest passes, and the hashes of pages that an earlier pass had and the last one lacks.
 */
async function learn(
  platform: MenuPlatform,
  store: Store,
  { first, pass }: { first: number; pass: number },
): Promise<{ known: KnownMenu; older: ReadonlySet<string> }> {
  const recent: RememberedMenu[] = [];
  const earlierProducts: EarlierProduct[] = [];
  let shelf: CanonicalProduct[] = [];
  let last: string[] = [];
  const pages = new Set<string>();
  for (let earlier = first; earlier < pass; earlier += 1) {
    const menu = await seeOrThrow(platform, store, earlier);
    for (const product of shelf) earlierProducts.push({ ...product, payloadId: earlier - 1 });
    recent.unshift(rememberMenu(menu, { shelf }));
    shelf = menu.products;
    last = menu.pageHashes;
    for (const hash of last) pages.add(hash);
  }
  for (const hash of last) pages.delete(hash);
  return {
    known: { shelf, recent, earlier: earlierProducts, recentMissing: recent.map(() => 0) },
    older: pages,
  };
}

interface Judging {
  known: KnownMenu;
  older: ReadonlySet<string>;
  owner: string;
  idsOfOthers: ReadonlySet<string>;
}

function refusal(menu: SeenMenu, { known, older, owner, idsOfOthers }: Judging): string | null {
  if (menu.owners.some((one) => one !== owner)) return 'products of another store';
  const shelf = new Set(known.shelf.map(({ providerProductId }) => providerProductId));
  const suspicion = judgeMenu({
    known,
    fetched: menu,
    ofOtherStores: {
      count: menu.ids.filter((id) => !shelf.has(id) && idsOfOthers.has(id)).length,
      first: [],
    },
    twin: null,
    stale: menu.pageHashes.some((hash) => older.has(hash)) ? { payloadId: 1, dispensaryId: 1 } : null,
  });
  return suspicion?.faults.join(', ') ?? null;
}

/**
 * Counts the values that would be wrong in the catalog if the menu were accepted, but not if it were refused: a refusal leaves
 * the catalog unchanged. Unreadable products stay unchanged in either case.
 */
export function harmOf(menu: SeenMenu, honest: SeenMenu, { shelf }: Pick<KnownMenu, 'shelf'>) {
  const truth = new Map(honest.products.map((product) => [product.providerProductId, product]));
  const before = new Map(shelf.map((product) => [product.providerProductId, product]));
  const came = new Set(menu.ids);
  const missing = honest.products.filter(({ providerProductId: id }) => !came.has(id) && before.has(id));
  let [wrongStock, wrongPrices, wrongIdentity] = [missing.length, 0, 0];
  for (const now of menu.products) {
    const real = truth.get(now.providerProductId);
    const old = before.get(now.providerProductId);
    const isWrong = (valueOf: (product: ComparedProduct) => unknown) =>
      ![real, old].some((product) => product !== undefined && valueOf(product) === valueOf(now));
    if (real === undefined) wrongIdentity += old === undefined ? 1 : 0;
    else {
      if (isWrong(({ inStock }) => inStock)) wrongStock += 1;
      if (isWrong(pricesOf)) wrongPrices += 1;
      if (isWrong(identityOf)) wrongIdentity += 1;
    }
  }
  return { wrongStock, wrongPrices, wrongIdentity };
}

/** Returns all prices of a product, for comparison. */
export function pricesOf({ options }: ComparedProduct): string {
  return JSON.stringify(
    options.map(({ rec, med, specialRec, specialMed }) => [rec, med, specialRec, specialMed]),
  );
}

/** Returns a product's name, brand and category, for comparison. */
export function identityOf({ name, brandName, category }: ComparedProduct): string {
  return JSON.stringify([name, brandName, category]);
}
