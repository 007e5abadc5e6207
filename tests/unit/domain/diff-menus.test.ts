import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffMenus, type ComparedProduct, type MenuDiff } from '../../../domain/diff-menus.ts';

type ComparedOption = ComparedProduct['options'][number];

function makeOption(option: string, change: Partial<ComparedOption> = {}): ComparedOption {
  return {
    option,
    rec: '30.00',
    med: null,
    specialRec: null,
    specialMed: null,
    quantity: 4,
    quantityCapped: false,
    ...change,
  };
}

function makeProduct(id: string, options = [makeOption('1g')], inStock = true): ComparedProduct {
  return { providerProductId: id, name: `Product ${id}`, inStock, options };
}

describe('diffMenus', () => {
  test('finds nothing between a menu and itself, whatever the order', () => {
    const menu = [makeProduct('a'), makeProduct('b')];
    expect(diffMenus(menu, menu.toReversed())).toEqual({
      added: [],
      removed: [],
      priceChanges: [],
      stockChanges: [],
    });
  });

  test('tells what came and what went', () => {
    const diff = diffMenus([makeProduct('a')], [makeProduct('b')]);
    expect(diff.added).toEqual([makeProduct('b')]);
    expect(diff.removed).toEqual([{ providerProductId: 'a', name: 'Product a' }]);
  });

  test('tells a new price by option, and leaves the others out', () => {
    const before = [makeProduct('a', [makeOption('1g'), makeOption('3.5g', { rec: '90.00' })])];
    const after = [
      makeProduct('a', [makeOption('1g', { specialRec: '25.00' }), makeOption('3.5g', { rec: '90.00' })]),
    ];
    expect(diffMenus(before, after)).toMatchObject({
      priceChanges: [
        {
          providerProductId: 'a',
          name: 'Product a',
          option: '1g',
          nth: 0,
          from: { rec: '30.00', specialRec: null },
          to: { rec: '30.00', specialRec: '25.00' },
        },
      ],
      stockChanges: [],
    });
  });

  test('tells stock by option, and that the product as a whole can no longer be bought', () => {
    const after = [makeProduct('a', [makeOption('1g', { quantity: 0 })], false)];
    expect(diffMenus([makeProduct('a')], after).stockChanges).toEqual([
      {
        providerProductId: 'a',
        name: 'Product a',
        option: null,
        from: { inStock: true },
        to: { inStock: false },
      },
      {
        providerProductId: 'a',
        name: 'Product a',
        option: '1g',
        nth: 0,
        from: { quantity: 4, quantityCapped: false },
        to: { quantity: 0, quantityCapped: false },
      },
    ]);
  });

  test('a size that came has no prices before, one that went has none after', () => {
    const diff = diffMenus([makeProduct('a', [makeOption('1g')])], [makeProduct('a', [makeOption('2g')])]);
    expect(diff.priceChanges).toMatchObject([
      { option: '1g', to: null },
      { option: '2g', from: null },
    ]);
  });

  test('of two options with one label each is compared with its own', () => {
    const twice = (price: string) => [
      makeProduct('a', [makeOption('N/A'), makeOption('N/A', { rec: price })]),
    ];
    expect(diffMenus(twice('10.00'), twice('12.00')).priceChanges).toMatchObject([
      { option: 'N/A', nth: 1, from: { rec: '10.00' }, to: { rec: '12.00' } },
    ]);
  });

  test('done to the one menu it gives the other', () => {
    fc.assert(
      fc.property(menus, menus, (before, after) => {
        expect(shelfOf(apply(diffMenus(before, after), before))).toEqual(shelfOf(after));
      }),
    );
  });
});

const price = fc.constantFrom(null, '10.00', '12.50');
const options = fc.array(
  fc.record({
    option: fc.constantFrom('1g', '3.5g', 'N/A'),
    rec: price,
    med: price,
    specialRec: price,
    specialMed: price,
    quantity: fc.constantFrom(null, 0, 3, 25),
    quantityCapped: fc.boolean(),
  }),
  { maxLength: 4 },
);
const menus = fc.uniqueArray(
  fc.record({
    providerProductId: fc.constantFrom('a', 'b', 'c', 'd'),
    name: fc.constant('Product'),
    inStock: fc.boolean(),
    options,
  }),
  { selector: ({ providerProductId }) => providerProductId },
);

type Shelf = Map<string, { inStock: boolean; options: Map<string, Partial<ComparedOption>> }>;

/** Converts a menu so that two can be compared without regard to the order of products and options. */
function shelfOf(menu: ComparedProduct[] | Shelf): unknown {
  const shelf = menu instanceof Map ? menu : toShelf(menu);
  return [...shelf]
    .map(([id, product]) => ({
      id,
      inStock: product.inStock,
      options: [...product.options].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function toShelf(menu: ComparedProduct[]): Shelf {
  return new Map(
    menu.map((product) => {
      const labels = new Map<string, number>();
      const placed = product.options.map(({ option, ...rest }): [string, Partial<ComparedOption>] => {
        const nth = labels.get(option) ?? 0;
        labels.set(option, nth + 1);
        return [`${option}/${nth}`, rest];
      });
      return [product.providerProductId, { inStock: product.inStock, options: new Map(placed) }];
    }),
  );
}

function apply(diff: MenuDiff, before: ComparedProduct[]): Shelf {
  const shelf = toShelf(before);
  for (const { providerProductId } of diff.removed) shelf.delete(providerProductId);
  for (const [id, product] of toShelf(diff.added)) shelf.set(id, product);
  for (const change of [...diff.priceChanges, ...diff.stockChanges]) {
    const product = shelf.get(change.providerProductId)!;
    if (change.option === null) product.inStock = change.to.inStock;
    else if (change.to === null) product.options.delete(`${change.option}/${change.nth}`);
    else {
      const key = `${change.option}/${change.nth}`;
      product.options.set(key, { ...product.options.get(key), ...change.to });
    }
  }
  return shelf;
}
