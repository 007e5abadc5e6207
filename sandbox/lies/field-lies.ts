import { dropped, eachRecord, renamed, set, together } from './edit-products.ts';
import { BLAZE_ONLY, DUTCHIE_ONLY } from './lie-kind.ts';
import type { LieFamily, MenuLie } from './lie-kind.ts';
import type { ProductField } from './product-fields.ts';
import { editParts } from './record-paths.ts';

/** Lies that omit fields, as when a query changes or a cache keeps only some of them. */
export const DROPPED: LieFamily = {
  family: 'fields left out',
  kinds: [
    {
      name: 'quantities-dropped',
      about: 'No quantity of any kind',
      harms: ['stock'],
      menu: dropped('quantity'),
    },
    {
      name: 'till-dropped',
      about: '`POSMetaData` is left out',
      harms: ['stock'],
      platforms: DUTCHIE_ONLY,
      menu: dropped('till'),
    },
    {
      name: 'manual-counts-dropped',
      about: '`manualInventory` is left out',
      harms: ['stock'],
      platforms: DUTCHIE_ONLY,
      menu: dropped('manualCount'),
    },
    {
      name: 'stock-dropped',
      about: '`POSMetaData` and `manualInventory` are left out',
      harms: ['stock'],
      platforms: DUTCHIE_ONLY,
      menu: dropped('till', 'manualCount'),
    },
    { name: 'prices-dropped', about: 'No list price', harms: ['prices'], menu: dropped('listPriceList') },
    {
      name: 'specials-dropped',
      about: 'No special price',
      harms: ['prices'],
      menu: dropped('specialPriceList'),
    },
    { name: 'offers-dropped', about: 'No sale or other offer', harms: ['prices'], menu: dropped('offer') },
    { name: 'options-dropped', about: 'No sizes', harms: ['stock', 'prices'], menu: dropped('optionList') },
    { name: 'names-dropped', about: 'No name', harms: ['identity'], menu: dropped('name') },
    { name: 'brands-dropped', about: 'No brand', harms: ['identity'], menu: dropped('brand') },
    { name: 'categories-dropped', about: 'No category', harms: ['identity'], menu: dropped('category') },
    { name: 'ids-dropped', about: 'No id', harms: ['identity'], menu: dropped('id') },
    {
      name: 'few-fields',
      about: 'No price, quantity, offer, brand or strain',
      harms: ['stock', 'prices', 'identity'],
      menu: dropped(
        'quantity',
        'till',
        'manualCount',
        'listPriceList',
        'specialPriceList',
        'offer',
        'brand',
        'strain',
      ),
    },
  ],
};

/** Lies with fields that are present but empty. */
export const EMPTIED: LieFamily = {
  family: 'fields emptied',
  kinds: [
    {
      name: 'quantities-null',
      about: 'Each quantity is null',
      harms: ['stock'],
      menu: set('quantity', null),
    },
    {
      name: 'till-null',
      about: '`POSMetaData` is null',
      harms: ['stock'],
      platforms: DUTCHIE_ONLY,
      menu: set('till', null),
    },
    {
      name: 'manual-counts-null',
      about: '`manualInventory` is null',
      harms: ['stock'],
      platforms: DUTCHIE_ONLY,
      menu: set('manualCount', null),
    },
    {
      name: 'stock-null',
      about: '`POSMetaData` and `manualInventory` are null',
      harms: ['stock'],
      platforms: DUTCHIE_ONLY,
      menu: together(set('till', null), set('manualCount', null)),
    },
    {
      name: 'till-without-children',
      about: '`POSMetaData.children` is an empty list',
      harms: ['stock'],
      platforms: DUTCHIE_ONLY,
      menu: setAt('POSMetaData.children', []),
    },
    {
      name: 'manual-counts-empty',
      about: '`manualInventory` is an empty list',
      harms: ['stock'],
      platforms: DUTCHIE_ONLY,
      menu: set('manualCount', []),
    },
    {
      name: 'options-empty',
      about: '`Options` is an empty list',
      harms: ['stock', 'prices'],
      platforms: DUTCHIE_ONLY,
      menu: set('optionList', []),
    },
    {
      name: 'variants-empty',
      about: '`variants` is an empty list',
      harms: ['stock', 'prices'],
      platforms: BLAZE_ONLY,
      menu: setAt('attributes.variants', []),
    },
    {
      name: 'prices-null',
      about: 'List prices are null',
      harms: ['prices'],
      menu: set('listPriceList', null),
    },
    {
      name: 'prices-empty',
      about: 'Lists of list prices are empty',
      harms: ['prices'],
      platforms: DUTCHIE_ONLY,
      menu: set('listPriceList', []),
    },
    {
      name: 'each-price-null',
      about: 'Each list price is null, in lists of the usual length',
      harms: ['prices'],
      menu: set('listPrice', null),
    },
    {
      name: 'specials-null',
      about: 'Special prices are null',
      harms: ['prices'],
      menu: set('specialPriceList', null),
    },
    {
      name: 'specials-empty',
      about: 'Lists of special prices are empty',
      harms: ['prices'],
      platforms: DUTCHIE_ONLY,
      menu: set('specialPriceList', []),
    },
    { name: 'names-null', about: 'Each name is null', harms: ['identity'], menu: set('name', null) },
    { name: 'names-empty', about: 'Each name is empty', harms: ['identity'], menu: set('name', '') },
    { name: 'brands-null', about: 'Each brand is null', harms: ['identity'], menu: set('brand', null) },
    {
      name: 'categories-null',
      about: 'Each category is null',
      harms: ['identity'],
      menu: set('category', null),
    },
    { name: 'ids-null', about: 'Each id is null', harms: ['identity'], menu: set('id', null) },
    { name: 'ids-empty', about: 'Each id is empty', harms: ['identity'], menu: set('id', '') },
  ],
};

const toSnakeCase = (key: string) => `${key.replaceAll(/\B([A-Z])/g, '_$1').toLowerCase()}_value`;

/** Lies that rename keys, as after a new version of the platform. */
export const RENAMED: LieFamily = {
  family: 'fields renamed',
  kinds: [
    {
      name: 'quantities-renamed',
      about: 'Keys of quantities have another name',
      harms: ['stock'],
      menu: renamedTo('quantity'),
    },
    {
      name: 'stock-renamed',
      about: '`POSMetaData` and `manualInventory` have another name',
      harms: ['stock'],
      platforms: DUTCHIE_ONLY,
      menu: renamedTo('till', 'manualCount'),
    },
    {
      name: 'prices-renamed',
      about: 'Keys of list prices have another name',
      harms: ['prices'],
      menu: renamedTo('listPriceList'),
    },
    {
      name: 'specials-renamed',
      about: 'Keys of special prices have another name',
      harms: ['prices'],
      menu: renamedTo('specialPriceList'),
    },
    {
      name: 'offers-renamed',
      about: 'Keys of offers have another name',
      harms: ['prices'],
      menu: renamedTo('offer'),
    },
    {
      name: 'options-renamed',
      about: 'Keys of sizes have another name',
      harms: ['stock', 'prices'],
      menu: renamedTo('optionList'),
    },
    {
      name: 'names-renamed',
      about: 'The key of the name has another name',
      harms: ['identity'],
      menu: renamedTo('name'),
    },
    {
      name: 'brands-renamed',
      about: 'Keys of the brand have another name',
      harms: ['identity'],
      menu: renamedTo('brand'),
    },
    {
      name: 'categories-renamed',
      about: 'The key of the category has another name',
      harms: ['identity'],
      menu: renamedTo('category'),
    },
    {
      name: 'ids-renamed',
      about: 'Keys of ids have another name',
      harms: ['identity'],
      menu: renamedTo('id'),
    },
  ],
};

function renamedTo(...fields: readonly ProductField[]): MenuLie {
  return renamed(fields, toSnakeCase);
}

function setAt(path: string, value: unknown): MenuLie {
  return eachRecord((record) => editParts(record, [path], () => value));
}
