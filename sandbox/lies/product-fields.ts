import type { MenuPlatform } from './lie-kind.ts';

/**
 * The fields that lies change, by names that do not depend on the platform. A name that ends in `List` stands for the key that holds the
 * values.
 */
export type ProductField =
  | 'id'
  | 'owner'
  | 'name'
  | 'brand'
  | 'category'
  | 'strain'
  | 'status'
  | 'option'
  | 'optionList'
  | 'listPrice'
  | 'listPriceList'
  | 'specialPrice'
  | 'specialPriceList'
  | 'offer'
  | 'quantity'
  | 'till'
  | 'manualCount';

const TILL = 'POSMetaData.children.*';
const TILL_QUANTITIES = ['quantity', 'quantityAvailable', 'kioskQuantityAvailable'].map(
  (key) => `${TILL}.${key}`,
);
const TILL_PRICES = ['price', 'recPrice', 'medPrice'].map((key) => `${TILL}.${key}`);

/** Returns the path of a field in the product itself, which counts if it has a single size, and the path in each of its variants. */
function ofEachSize(path: string): string[] {
  return [`attributes.${path}`, `attributes.variants.*.${path}`];
}

/** The paths of each field in the platform's record; no paths where the platform has no such field. */
export const PRODUCT_FIELDS: Readonly<
  Record<MenuPlatform, Readonly<Record<ProductField, readonly string[]>>>
> = {
  dutchie: {
    id: ['_id', 'id'],
    owner: ['DispensaryID'],
    name: ['Name'],
    brand: ['brand', 'brandId', 'brandName'],
    category: ['type'],
    strain: ['strainType'],
    status: ['Status'],
    option: ['Options.*'],
    optionList: ['Options'],
    listPrice: ['Prices.*', 'recPrices.*', 'medicalPrices.*', ...TILL_PRICES],
    listPriceList: ['Prices', 'recPrices', 'medicalPrices'],
    specialPrice: ['recSpecialPrices.*', 'medicalSpecialPrices.*'],
    specialPriceList: ['recSpecialPrices', 'medicalSpecialPrices'],
    offer: ['special', 'specialData'],
    quantity: [...TILL_QUANTITIES, 'manualInventory.*.inventory'],
    till: ['POSMetaData'],
    manualCount: ['manualInventory'],
  },
  blaze: {
    id: ['id'],
    owner: ['relationships'],
    name: ['attributes.name'],
    brand: ['attributes.brand'],
    category: ['attributes.category'],
    strain: ['attributes.classification'],
    status: ['attributes.is_active'],
    option: ofEachSize('size'),
    optionList: ofEachSize('size'),
    listPrice: ofEachSize('unit_price.amount'),
    listPriceList: ofEachSize('unit_price'),
    specialPrice: ofEachSize('discounted_price.amount'),
    specialPriceList: ofEachSize('discounted_price'),
    offer: ['attributes.promotions'],
    quantity: ofEachSize('available_quantity'),
    till: [],
    manualCount: [],
  },
};
