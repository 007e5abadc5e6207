import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Harm, LieKind, MenuPlatform } from '../../sandbox/lies/lie-kind.ts';
import { platformsOf } from '../../sandbox/lies/lie-kind.ts';
import { LIE_FAMILIES, LIE_KINDS } from '../../sandbox/lies/lie-kinds.ts';
import { partsAt } from '../../sandbox/lies/record-paths.ts';
import { lyingWorld } from '../../sandbox/lies/lying-world.ts';
import { generateRestStores } from '../../sandbox/world/generate-rest-stores.ts';
import { generateWorld } from '../../sandbox/world/generate-world.ts';
import type { MenuEntry, Store, World } from '../../sandbox/world/world.ts';

const RECIPE = { seed: 3, dispensaries: 3, products: 52, restDispensaries: 2 };
const world: World = {
  stores: generateWorld(RECIPE).stores.map(kept),
  restStores: generateRestStores(RECIPE).map(kept),
};

/** Wraps a store so that it generates each menu only once. Its menus are frozen, so a lie that writes into an honest menu throws. */
function kept(store: Store): Store {
  const menus = new Map<number, MenuEntry[]>();
  return {
    ...store,
    menuAt: (pass) => {
      const menu = menus.get(pass) ?? store.menuAt(pass);
      for (const { record } of menus.has(pass) ? [] : menu) freeze(record);
      menus.set(pass, menu);
      return menu;
    },
  };
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.values(value).forEach(freeze);
  Object.freeze(value);
}

// So late that there are earlier menus, and that growing lies have reached most of their share.
const PASS = 7;
const ENOUGH = 0.1;

/** The fields of a record that a lie may change, by the kind of harm. This list is independent of the lies' own code. */
const SAYS: Record<MenuPlatform, Record<Harm, string[]>> = {
  dutchie: {
    stock: [
      ...['option', 'quantity', 'quantityAvailable'].map((key) => `POSMetaData.children.*.${key}`),
      'manualInventory',
      'Status',
      'Options',
    ],
    prices: [
      'Prices',
      'recPrices',
      'medicalPrices',
      'recSpecialPrices',
      'medicalSpecialPrices',
      'special',
      'specialData',
      'Options',
    ],
    identity: ['_id', 'id', 'Name', 'brand', 'brandId', 'brandName', 'type'],
  },
  blaze: {
    stock: ofSizes('size', 'available_quantity', 'is_active'),
    prices: [...ofSizes('size', 'unit_price', 'discounted_price'), 'attributes.promotions'],
    identity: ['id', ...['name', 'brand', 'category'].map((key) => `attributes.${key}`)],
  },
};

function ofSizes(...keys: string[]): string[] {
  return keys.flatMap((key) => [`attributes.${key}`, `attributes.variants.*.${key}`]);
}

const menuKinds = LIE_KINDS.filter((kind) => 'menu' in kind);
const cases = menuKinds.flatMap((kind) => platformsOf(kind).map((platform) => ({ kind, platform })));
/** Whether the lie shows products of another menu, so that all fields may differ. */
const showsOthers = (kind: LieKind) => /stale|other-store/.test(kind.name);

function storesOf({ stores, restStores }: World, platform: MenuPlatform): Store[] {
  return (platform === 'dutchie' ? stores : restStores).filter((store) => !store.profileAt(PASS).isTestShop);
}

interface ReportedState {
  share?: number;
  seed?: number;
  pass?: number;
}

/** Returns the honest and the lying menu of each store. */
function tell(
  kind: LieKind,
  platform: MenuPlatform,
  { share = 1, seed = 1, pass = PASS }: ReportedState = {},
) {
  const lying = lyingWorld(world, [{ kind, seed, share, store: null, proxy: null, sincePass: 0 }]);
  const liars = storesOf(lying, platform);
  return storesOf(world, platform).map((store, at) => ({
    honest: store.menuAt(pass),
    lied: liars[at]!.menuAt(pass),
  }));
}

const recordsOf = (menu: readonly MenuEntry[]) => menu.map(({ record }) => record);
const asTexts = (menu: readonly MenuEntry[], paths: string[] = ['']) =>
  recordsOf(menu).map((record) => JSON.stringify([record['id'], partsAt(record, paths)]));

/** Returns the share of products of either menu that the other menu lacks. */
function difference(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const text of one) counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const text of other) counts.set(text, (counts.get(text) ?? 0) - 1);
  const more = [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
  return more / Math.max(1, one.length + other.length);
}

describe('the kinds of lies', () => {
  it('are many, have names of their own in kebab-case, and say in a line what they are about', () => {
    const names = LIE_KINDS.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(194);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
    expect(LIE_KINDS.filter(({ about }) => !/^\S[^\n|]*[^.\s]$/.test(about))).toEqual([]);
    expect(new Set(LIE_FAMILIES.map(({ family }) => family)).size).toBe(LIE_FAMILIES.length);
  });

  it.each(cases)('$kind.name changes all that it harms of a $platform menu', ({ kind, platform }) => {
    const menus = tell(kind, platform);
    expect(kind.harms.length).toBeGreaterThan(0);
    for (const harm of kind.harms) {
      const paths = SAYS[platform][harm];
      const harmed = menus.map(({ honest, lied }) =>
        difference(asTexts(honest, paths), asTexts(lied, paths)),
      );
      expect(Math.max(...harmed), harm).toBeGreaterThanOrEqual(ENOUGH);
    }
  });

  it.each(cases.filter(({ kind }) => !showsOthers(kind)))(
    '$kind.name leaves the rest of a $platform menu as it is',
    ({ kind, platform }) => {
      const others = (['stock', 'prices', 'identity'] as const).filter((harm) => !kind.harms.includes(harm));
      const paths = others.flatMap((harm) => SAYS[platform][harm]).filter((path) => !isShared(path, kind));
      for (const { honest, lied } of tell(kind, platform)) {
        const before = new Map(honest.map(({ id, record }) => [id, partsAt(record, paths)]));
        for (const { id, record } of lied) expect(partsAt(record, paths)).toEqual(before.get(id));
      }
    },
  );

  it.each(cases)(
    '$kind.name is JSON, the same for the same seed, on $platform menus',
    ({ kind, platform }) => {
      fc.assert(
        fc.property(
          fc.record({
            seed: fc.integer(),
            share: fc.double({ min: 0, max: 1, noNaN: true }),
            pass: fc.constantFrom(0, 2, PASS),
          }),
          (reported) => {
            const first = tell(kind, platform, reported).map(({ lied }) => recordsOf(lied));
            // Uses Node's own comparison, which is fast, because there are a thousand menus.
            expect(isDeepStrictEqual(JSON.parse(JSON.stringify(first)), first)).toBe(true);
            const again = tell(kind, platform, reported).map(({ lied }) => recordsOf(lied));
            expect(isDeepStrictEqual(again, first)).toBe(true);
          },
        ),
        { numRuns: 1 },
      );
    },
  );
});

/** Whether a path is a size. Sizes have stock and prices, so a lie about either may change them. */
function isShared(path: string, { harms }: LieKind): boolean {
  const isSize = /Options|size|option$/.test(path);
  return isSize && harms.some((harm) => harm !== 'identity');
}
