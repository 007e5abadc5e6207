import { confirmMenu, type OpenSuspect } from '../../../domain/belief/confirm-menu.ts';
import { judgeMenu, type Suspicion } from '../../../domain/belief/judge-menu.ts';
import type { KnownMenu, RememberedMenu } from '../../../domain/belief/known-menu.ts';
import type { CanonicalProduct } from '../../../domain/product.ts';
import type { LieKind, MenuPlatform } from '../../../sandbox/lies/lie-kind.ts';
import { lyingWorld } from '../../../sandbox/lies/tell-menu.ts';
import { generateRestStores } from '../../../sandbox/world/generate-rest-stores.ts';
import { generateWorld } from '../../../sandbox/world/generate-world.ts';
import type { MenuEntry, Store, World } from '../../../sandbox/world/world.ts';
import { seeMenu, type SeenMenu } from './seen-menu.ts';

export interface Attack {
  kind: LieKind;
  platform: MenuPlatform;
  seed: number;
  share: number;
  products: number;
}

export interface AttackResult {
  /** The menu told the truth after all: nothing about it could be wrong. */
  isHarmless: boolean;
  /** Why the menu did not get in; null: it did. */
  refusedFor: string | null;
  /** Products that would have been wrong. */
  wrongStock: number;
  wrongPrices: number;
  wrongIds: number;
  wrongQuantities: number;
  honestCount: number;
  lying: SeenMenu | string;
}

const HONEST_PASSES = 6;

/** A lie that is told of a store which has been crawled a few times before, and what becomes of its first menu. */
export async function attack({ kind, platform, seed, share, products }: Attack): Promise<AttackResult> {
  const world: World = {
    stores: platform === 'dutchie' ? generateWorld({ seed, dispensaries: 6, products }).stores : [],
    restStores: platform === 'blaze' ? generateRestStores({ seed, restDispensaries: 6, products }) : [],
  };
  const stores = platform === 'dutchie' ? world.stores : world.restStores;
  const at = 2;
  const store = stores[at]!;
  const first = 1 + (seed % 7);
  const pass = first + HONEST_PASSES;
  const known = await learn(platform, store, first, pass);
  const told = { kind, seed, share, store: null, proxy: null, sincePass: pass };
  const seen = lyingWorld(world, [told]);
  const lyingStore = (platform === 'dutchie' ? seen.stores : seen.restStores)[at]!;
  const honest = await seeMenu(platform, shuffle(store.menuAt(pass)));
  if (typeof honest === 'string') throw new Error(`The honest menu is refused: ${honest}`);
  const lying = await seeMenu(platform, shuffle(lyingStore.menuAt(pass)), kind);
  const harm = typeof lying === 'string' ? { stock: 0, prices: 0, ids: 0, quantities: 0 } : harmOf(lying, honest);
  const others = new Set<string>();
  for (const other of stores) if (other !== store) for (const { id } of other.menuAt(pass)) others.add(id);
  return {
    isHarmless: typeof lying !== 'string' && harm.stock + harm.prices + harm.ids === 0,
    refusedFor: refusal(known, lying, { owner: store.platformId, others }),
    wrongStock: harm.stock,
    wrongPrices: harm.prices,
    wrongIds: harm.ids,
    wrongQuantities: harm.quantities,
    honestCount: honest.ids.length,
    lying,
  };
}

/** Menus are served in the order of names, not with those that lie at the end. */
function shuffle(entries: MenuEntry[]): MenuEntry[] {
  return entries.toSorted((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)));
}

async function learn(platform: MenuPlatform, store: Store, first: number, pass: number): Promise<KnownMenu> {
  const recent: RememberedMenu[] = [];
  let shelf: CanonicalProduct[] = [];
  for (let earlier = first; earlier < pass; earlier += 1) {
    const menu = await seeMenu(platform, shuffle(store.menuAt(earlier)));
    if (typeof menu === 'string') throw new Error(menu);
    shelf = menu.products;
    recent.unshift({ products: menu.ids.length, inStock: menu.products.filter(({ inStock }) => inStock).length });
  }
  return { shelf, recent, recentMissing: recent.map(() => 0) };
}

function refusal(
  known: KnownMenu,
  menu: SeenMenu | string,
  { owner, others }: { owner: string; others: ReadonlySet<string> },
): string | null {
  if (typeof menu === 'string') return `error: ${menu}`;
  if (menu.owners.some((one) => one !== owner)) return 'another-store';
  if (menu.skipped > menu.ids.length / 2) return 'unreadable';
  const shelf = new Set(known.shelf.map(({ providerProductId }) => providerProductId));
  const ofOtherStores = menu.ids.filter((id) => !shelf.has(id) && others.has(id)).length;
  const suspicion = judgeMenu({ known, fetched: menu, ofOtherStores, twin: null });
  return suspicion === null ? null : `${suspicion.faults.join('+')}: ${suspicion.measured.slice(0, suspicion.doubts).map(({ rule, count, of }) => `${rule} ${count}/${of}`).join(', ')}`;
}

/** What would be wrong in the catalog if the menu got in. What could not be read stays as it was. */
function harmOf(menu: SeenMenu, honest: SeenMenu) {
  const truth = new Map(honest.products.map((product) => [product.providerProductId, product]));
  const came = new Set(menu.ids);
  let [stock, prices, ids, quantities] = [0, 0, 0, 0];
  for (const { providerProductId } of honest.products) if (!came.has(providerProductId)) stock += 1;
  for (const product of menu.products) {
    const real = truth.get(product.providerProductId);
    if (real === undefined) ids += 1;
    else {
      if (real.inStock !== product.inStock) stock += 1;
      if (real.quantity !== product.quantity) quantities += 1;
      if (pricesOf(real) !== pricesOf(product)) prices += 1;
      if (real.name !== product.name || real.brandName !== product.brandName || real.category !== product.category) ids += 1;
    }
  }
  return { stock, prices, ids, quantities };
}

function pricesOf(product: CanonicalProduct): string {
  return JSON.stringify(
    product.options.map(({ rec, med, specialRec, specialMed }) => [rec, med, specialRec, specialMed]),
  );
}
