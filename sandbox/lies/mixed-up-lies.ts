import { eachRecord, handedOn, together } from './edit-products.ts';
import type { Harm, LieFamily, LieKind, MenuLie } from './lie-kind.ts';
import { byName, shuffled } from './menu-order.ts';
import { PRODUCT_FIELDS } from './product-fields.ts';
import type { ProductField } from './product-fields.ts';
import { editParts, partsAt } from './record-paths.ts';

interface HandedOn {
  field: ProductField;
  word: string;
  harms: readonly Harm[];
}

const HANDED_ON: readonly HandedOn[] = [
  { field: 'listPrice', word: 'prices', harms: ['prices'] },
  { field: 'quantity', word: 'quantities', harms: ['stock'] },
  { field: 'name', word: 'names', harms: ['identity'] },
  { field: 'brand', word: 'brands', harms: ['identity'] },
  { field: 'category', word: 'categories', harms: ['identity'] },
  { field: 'option', word: 'options', harms: ['stock', 'prices'] },
  { field: 'id', word: 'ids', harms: ['identity'] },
];

/** Lies that mix up honest values: most move values to another product; others reverse or omit the options of a product. */
export const MIXED_UP: LieFamily = {
  family: 'values of other products',
  kinds: [
    ...HANDED_ON.map(({ field, word, harms }): LieKind => ({
      name: `${word}-permuted`,
      about: `The ${word} are shuffled among the products`,
      harms,
      menu: permuted(field),
    })),
    ...HANDED_ON.map(({ field, word, harms }): LieKind => ({
      name: `${word}-shifted`,
      about: `Each product has the ${word} of the previous product on the menu`,
      harms,
      menu: handedOn(field, byName),
    })),
    {
      name: 'prices-and-quantities-permuted',
      about: 'Prices and quantities are shuffled among the products, each field separately',
      harms: ['prices', 'stock'],
      menu: together(permuted('listPrice'), permuted('quantity')),
    },
    {
      name: 'prices-of-options-reversed',
      about: 'The prices of the sizes of a product are in reverse order',
      harms: ['prices', 'stock'],
      menu: eachRecord((record, { platform }) =>
        PRODUCT_FIELDS[platform].option.reduce((edited, path) => {
          const options = partsAt(edited, [path]);
          return editParts(edited, [path], (_, at) => options.at(-1 - at));
        }, record),
      ),
    },
    {
      name: 'options-cut-to-one',
      about: 'Only the first size of each product is left',
      harms: ['prices', 'stock'],
      menu: eachRecord((record) =>
        editParts(record, ['Options', 'attributes.variants'], (list) =>
          Array.isArray(list) ? list.slice(0, 1) : list,
        ),
      ),
    },
  ],
};

/** Returns a lie that shuffles the values of a field among the products. */
export function permuted(field: ProductField): MenuLie {
  return handedOn(field, (among, { random }) => shuffled(among, random(field)));
}
