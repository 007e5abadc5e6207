import { isRecord } from '../storefront/graphql-request.ts';
import type { MenuRecord } from '../world/menu-record.ts';
import { changedPrice, eachRecord, set, together } from './edit-products.ts';
import { DUTCHIE_ONLY } from './lie-kind.ts';
import type { LieFamily, MenuLie } from './lie-kind.ts';
import { editParts } from './record-paths.ts';

type Licence = 'rec' | 'medical';

const SALE = { specialId: 'f'.repeat(24), specialName: 'Everything must go', specialType: 'sale' };

/** Lies about special prices and offers that do not exist, and prices that belong to the other licence. */
export const OFFERS: LieFamily = {
  family: 'offers and licences',
  kinds: [
    {
      name: 'specials-everywhere',
      about: 'Each product is on sale at half its price',
      harms: ['prices'],
      menu: onSale((dollars) => dollars / 2),
    },
    {
      name: 'specials-of-a-cent',
      about: 'Each product is on sale for a cent',
      harms: ['prices'],
      menu: onSale(() => 0.01),
    },
    {
      name: 'specials-at-list-price',
      about: 'Each product is on sale at its list price',
      harms: ['prices'],
      menu: onSale((dollars) => dollars),
    },
    {
      name: 'specials-above-list-price',
      about: 'Each product is on sale at twice its list price',
      harms: ['prices'],
      menu: onSale((dollars) => dollars * 2),
    },
    {
      name: 'offers-everywhere',
      about: 'Each product has an offer that changes no price',
      harms: ['prices'],
      menu: withOffer(),
    },
    {
      name: 'specials-forgotten',
      about: 'No special price and no offer, as in a cache without sales',
      harms: ['prices'],
      menu: together(set('specialPriceList', null), set('offer', null)),
    },
    {
      name: 'specials-as-list-prices',
      about: 'Special prices stand in place of the list prices',
      harms: ['prices'],
      menu: eachRecord((record, { platform }) =>
        platform === 'blaze' ? eachSize(record, specialAsPrice) : specialsAsPrices(record),
      ),
    },
    {
      name: 'medical-for-recreational',
      about: 'Medical prices stand in place of the recreational ones',
      harms: ['prices'],
      platforms: DUTCHIE_ONLY,
      menu: copiedPrices('medical', 'rec'),
    },
    {
      name: 'recreational-for-medical',
      about: 'Recreational prices stand in place of the medical ones',
      harms: ['prices'],
      platforms: DUTCHIE_ONLY,
      menu: copiedPrices('rec', 'medical'),
    },
  ],
};

/** Returns a lie that adds a special price for each list price, and an offer that matches. */
function onSale(change: (dollars: number) => number): MenuLie {
  const special = together(
    eachRecord((record, { platform }) =>
      platform === 'blaze'
        ? eachSize(record, (size) => ({ ...size, discounted_price: size['unit_price'] }))
        : { ...record, recSpecialPrices: record['recPrices'], medicalSpecialPrices: record['medicalPrices'] },
    ),
    changedPrice('specialPrice', change),
  );
  return together(special, withOffer());
}

function withOffer(): MenuLie {
  return eachRecord((record, { platform }) =>
    platform === 'blaze'
      ? editParts(record, ['attributes.promotions'], () => [{ title: 'Sale' }])
      : { ...record, special: true, specialData: { saleSpecials: [SALE], bogoSpecials: null } },
  );
}

function copiedPrices(from: Licence, to: Licence): MenuLie {
  return eachRecord((record) => {
    const prices = record[`${from}Prices`];
    if (!Array.isArray(prices) || prices.length === 0) return record;
    const base = to === 'rec' ? { Prices: prices } : {};
    const specials = record[`${from}SpecialPrices`];
    return { ...record, ...base, [`${to}Prices`]: prices, [`${to}SpecialPrices`]: specials };
  });
}

function specialsAsPrices(record: MenuRecord): MenuRecord {
  return (['rec', 'medical'] as const).reduce((edited, licence) => {
    const specials = record[`${licence}SpecialPrices`];
    if (!Array.isArray(specials)) return edited;
    return editParts(edited, [`${licence}Prices.*`], (price, at) => (specials[at] as unknown) ?? price);
  }, record);
}

function specialAsPrice(size: MenuRecord): MenuRecord {
  return { ...size, unit_price: size['discounted_price'] ?? size['unit_price'] };
}

/** Edits each size of a product in REST format, where prices are at the product or at each variant. */
function eachSize(record: MenuRecord, edit: (size: MenuRecord) => MenuRecord): MenuRecord {
  return editParts(record, ['attributes', 'attributes.variants.*'], (size) =>
    isRecord(size) && size['unit_price'] ? edit(size) : size,
  );
}
