import type { OptionSize } from '../../domain/option-size.ts';
import type { CanonicalOption } from '../../domain/product.ts';
import { readSize } from '../read-edibles.ts';
import {
  describeValue,
  listAt,
  noteFlaw,
  recordAt,
  recordsAt,
  textAt,
  textsAt,
  type Source,
} from '../read-fields.ts';
import { readMoney, readSpecial } from '../read-money.ts';
import { hasStock, labelOf, readLabel } from '../read-options.ts';
import { readQuantity } from '../read-quantity.ts';
import { findStrays, matchByOption, type Stock } from './match-by-option.ts';

/** Points of sale report at most this many: 25 means 25 or more. */
const QUANTITY_CAP = 25;

/** An option that can be read, with its place in all the parallel lists. */
interface Label {
  place: number;
  option: string;
  rawOption: string | null;
  size: OptionSize | null;
}

/** The options of a product. */
export interface ReadOptions {
  options: CanonicalOption[];
  /** Those of them that have stock, as far as is known. */
  inStock: CanonicalOption[];
  /** Something of the product has stock, as far as is known, also where no option can be read. */
  isAnyInStock: boolean;
  /** A special price was refused, because it is not below the list price. */
  hasRefusedSpecial: boolean;
}

/**
 * The options of a product. The lists run in parallel: place i of each price list belongs to place i of `Options`. An
 * option whose label cannot be read is left out, noted, and the others keep their places.
 */
export function readOptions(product: Source, soldByMilligrams: boolean): ReadOptions {
  const lists = readPriceLists(product);
  const labels = readLabels(product, lists, soldByMilligrams);
  const { stocks, isInStock, isAnyInStock } = readStocks(product, labels);
  const belowThreshold = new Set(textsAt(product, 'optionsBelowThreshold'));
  let hasRefusedSpecial = false;
  const specialAt = (prices: PriceList, place: number, list: string | null): string | null => {
    const listed = moneyAt(product, prices, place);
    const special = readSpecial(product, `${prices.key}[${place}]`, { special: listed, list });
    hasRefusedSpecial ||= special !== listed;
    return special;
  };
  const options = labels.map(({ place, option, rawOption, size }, position) => {
    const rec = moneyAt(product, lists.rec, place);
    const med = moneyAt(product, lists.med, place);
    return {
      option,
      rawOption,
      size,
      rec,
      med,
      specialRec: specialAt(lists.specialRec, place, rec),
      specialMed: specialAt(lists.specialMed, place, med),
      ...(stocks[position] ?? NO_STOCK),
      belowThreshold: belowThreshold.has(option),
    };
  });
  const inStock = options.filter((_, position) => isInStock[position]);
  return { options, inStock, isAnyInStock, hasRefusedSpecial };
}

interface PriceList {
  key: string;
  values: readonly unknown[];
}

type PriceLists = Record<'rec' | 'med' | 'specialRec' | 'specialMed', PriceList>;

function readPriceLists(product: Source): PriceLists {
  const read = (key: string) => ({ key, values: listAt(product, key) ?? [] });
  // `Prices` holds the prices of the pricing type that was asked for, recreational; an empty `recPrices` is a
  // medical store, a missing one an old record.
  const recPrices = listAt(product, 'recPrices');
  return {
    rec: recPrices === null ? read('Prices') : { key: 'recPrices', values: recPrices },
    med: read('medicalPrices'),
    specialRec: read('recSpecialPrices'),
    specialMed: read('medicalSpecialPrices'),
  };
}

function moneyAt(product: Source, { key, values }: PriceList, place: number): string | null {
  return readMoney(product, `${key}[${place}]`, values[place]);
}

function readLabels(product: Source, lists: PriceLists, soldByMilligrams: boolean): Label[] {
  const listed = listAt(product, 'Options');
  // A product without a list of options, or with an empty one, has those that its prices make.
  const options = listed?.length === 0 ? null : listed;
  const rawOptions = listAt(product, 'rawOptions') ?? [];
  const places = options?.length ?? Math.max(lists.rec.values.length, lists.med.values.length);
  if (options !== null) noteSurplus(product, lists, places);
  const labels: Label[] = [];
  for (let place = 0; place < places; place += 1) {
    const option = readLabel(product, `Options[${place}]`, { value: options?.[place], place });
    const rawOption = labelOf(rawOptions[place]);
    if (option !== null)
      labels.push({ place, option, rawOption, size: readSize({ option, rawOption }, soldByMilligrams) });
  }
  return labels;
}

/** Prices behind the last option belong to none. */
function noteSurplus(product: Source, lists: PriceLists, places: number): void {
  for (const { key, values } of Object.values(lists)) {
    if (values.length > places)
      noteFlaw(
        product,
        `${key}[${places}]`,
        `expected ${places} prices, one an option, got ${values.length}`,
      );
  }
}

const NO_STOCK: Stock = {
  quantity: null,
  quantityCapped: false,
  quantityTotal: null,
  quantityKiosk: null,
  posId: null,
  packageId: null,
};

interface Stocks {
  /** Of each option. */
  stocks: Stock[];
  isInStock: boolean[];
  /** Something has stock, also where no option can be read. */
  isAnyInStock: boolean;
}

/** What the till reports of each option, what was counted by hand where it does not say, and what records of 2019 say. */
function readStocks(product: Source, labels: Label[]): Stocks {
  const till = recordAt(product, 'POSMetaData');
  const sold = till === null ? [] : recordsAt(till, 'children');
  const children = matchByOption(labels, sold);
  const byHand = recordsAt(product, 'manualInventory');
  const inOldRecord = recordsAt(product, 'quantities');
  const counted = matchByOption(labels, byHand);
  const old = matchByOption(labels, inOldRecord);
  const stocks = labels.map(({ size }, position) => {
    const child = children[position] ?? null;
    const reported = child === null ? NO_STOCK : readChild(child, size);
    if (reported.quantity !== null) return reported;
    const quantity =
      quantityAt(counted[position], 'inventory', size) ?? quantityAt(old[position], 'quantity', size);
    return { ...reported, quantity };
  });
  const hasStrayStock = noteStrays(product, labels, { sold, children });
  // An option that nobody reports counts as in stock, unless the till reports stock that may be this option's.
  const canBeHad = ({ quantity }: Stock, position: number): boolean =>
    quantity === null ? children[position] !== null || !hasStrayStock : quantity > 0;
  const isInStock = stocks.map(canBeHad);
  return {
    stocks,
    isInStock,
    isAnyInStock:
      labels.length === 0 ? hasStockOfAny({ sold, byHand, inOldRecord }) : isInStock.includes(true),
  };
}

/**
 * Whether a product without options has stock, by the quantities that are stated under whatever labels: by the till, else
 * by hand, else in a record of 2019. Where none is stated it counts as in stock.
 */
function hasStockOfAny({ sold, byHand, inOldRecord }: Record<'sold' | 'byHand' | 'inOldRecord', Source[]>) {
  const stated = [
    sold.map((child) => readChild(child, null).quantity),
    byHand.map((entry) => readQuantity(entry, 'inventory', null)),
    inOldRecord.map((entry) => readQuantity(entry, 'quantity', null)),
  ].find((quantities) => quantities.some((quantity) => quantity !== null));
  return stated === undefined || stated.some((quantity) => hasStock({ quantity }));
}

/** What the till reports: all of it, and of each option what was found. */
interface Till {
  sold: Source[];
  children: (Source | null)[];
}

/**
 * Notes labels of the till that none of the options has, and those that come once more than there are options of them:
 * of these the first counts.
 * @returns whether the till reports stock under a label that no option has, which hides what it is of
 */
function noteStrays(product: Source, labels: Label[], { sold, children }: Till): boolean {
  const { Options: listed } = product.record;
  // Where options are not listed, or the label of one cannot be read, the till may mean those.
  if (!Array.isArray(listed) || listed.length === 0 || labels.length < listed.length) return false;
  const strays = findStrays(labels, sold);
  for (const stray of strays)
    noteFlaw(
      stray,
      'option',
      `expected one of the options ${describeValue(labels.map(({ option }) => option).join(', '))}, ` +
        `got ${describeValue(stray.record['option'])}`,
    );
  const known = new Set([...strays, ...children]);
  for (const child of sold) {
    if (known.has(child) || labelOf(child.record['option']) === null) continue;
    noteFlaw(
      child,
      'option',
      `expected one entry for each option, got another of ${describeValue(child.record['option'])}`,
    );
  }
  return strays.some((stray) => readChild(stray, null).quantity !== null);
}

function readChild(child: Source, size: OptionSize | null): Stock {
  const quantityTotal = quantityAt(child, 'quantity', size);
  const quantity = quantityAt(child, 'quantityAvailable', size) ?? quantityTotal;
  return {
    quantity,
    quantityCapped: quantity !== null && quantity >= QUANTITY_CAP,
    quantityTotal,
    quantityKiosk: quantityAt(child, 'kioskQuantityAvailable', size),
    posId: textAt(child, 'canonicalID'),
    packageId: textAt(child, 'canonicalPackageId'),
  };
}

function quantityAt(source: Source | null | undefined, key: string, size: OptionSize | null): number | null {
  return source ? readQuantity(source, key, size) : null;
}
