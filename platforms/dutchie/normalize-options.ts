import type { CanonicalOption } from '../../domain/product.ts';
import { readSize } from '../read-edibles.ts';
import { listAt, noteFlaw, textsAt, type Source } from '../read-fields.ts';
import { readMoney, readSpecial } from '../read-money.ts';
import { labelOf, readLabel } from '../read-options.ts';
import { readStocks, UNKNOWN_STOCK, type StockedOption } from './read-stocks.ts';

/** A readable option, with its position in the parallel lists. */
interface Label extends StockedOption {
  place: number;
}

/** The options of a product. */
export interface ReadOptions {
  options: CanonicalOption[];
  /** Those in stock, as far as is known. */
  inStock: CanonicalOption[];
  /** Whether some option is in stock, as far as is known; true or false even if no option can be read. */
  isAnyInStock: boolean;
  /** Whether a special price was refused because it is not below the list price. */
  hasRefusedSpecial: boolean;
}

/**
 * Reads the options of a product. The lists are parallel: position i of each price list belongs to position i of `Options`. An option
 * with an unreadable label is dropped and noted; the other options keep their positions.
 */
export function readOptions(product: Source, soldByMilligrams: boolean): ReadOptions {
  const lists = readPriceLists(product);
  const labels = readLabels(product, lists, soldByMilligrams);
  const belowThreshold = new Set(textsAt(product, 'optionsBelowThreshold'));
  const { stocks, isInStock, isAnyInStock } = readStocks(product, { labels, belowThreshold });
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
      ...(stocks[position] ?? UNKNOWN_STOCK),
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
  // `Prices` has the prices of the requested pricing type, recreational. An empty `recPrices` means a medical store; a missing
  // `recPrices` means an old record, so `Prices` is read instead.
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
  // Without a list of options, or with an empty one, there is an option for each price.
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

/** Notes prices at positions after the last option: they belong to no option. */
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
