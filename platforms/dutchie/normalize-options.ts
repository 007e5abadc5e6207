import { parseOptionSize } from '../../domain/option-size.ts';
import type { CanonicalOption } from '../../domain/product.ts';
import { storable } from '../../domain/storable-text.ts';
import { toQuantity } from '../product-values.ts';
import { matchByOption, type Stock } from './match-by-option.ts';
import {
  describeValue,
  listAt,
  noteFlaw,
  numberAt,
  recordAt,
  recordsAt,
  textAt,
  textsAt,
  type Source,
} from './read-fields.ts';
import { readMoney } from './read-money.ts';

/** Points of sale report at most this many: 25 means 25 or more. */
const QUANTITY_CAP = 25;

/** Products come in a handful of sizes; thousands are an error of the source. */
const OPTIONS_MAX = 200;

/** What the platform calls the option of a product without sizes. */
const NO_SIZE = 'N/A';

/** An option that can be read, with its place in all the parallel lists. */
interface Label {
  place: number;
  option: string;
  rawOption: string | null;
}

/**
 * The options of a product. The lists run in parallel: place i of each price list belongs to place i of `Options`. An
 * option whose label cannot be read is left out, noted, and the others keep their places.
 */
export function readOptions(product: Source): CanonicalOption[] {
  const lists = readPriceLists(product);
  const labels = readLabels(product, lists);
  const stocks = readStocks(product, labels);
  const belowThreshold = new Set(textsAt(product, 'optionsBelowThreshold'));
  return labels.map(({ place, option, rawOption }, position) => ({
    option,
    rawOption,
    size: parseOptionSize(option) ?? parseOptionSize(rawOption),
    rec: moneyAt(product, lists.rec, place),
    med: moneyAt(product, lists.med, place),
    specialRec: moneyAt(product, lists.specialRec, place),
    specialMed: moneyAt(product, lists.specialMed, place),
    ...(stocks[position] ?? NO_STOCK),
    belowThreshold: belowThreshold.has(option),
  }));
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

function readLabels(product: Source, lists: PriceLists): Label[] {
  const listed = listAt(product, 'Options');
  // A product without a list of options, or with an empty one, has those that its prices make.
  const options = listed?.length === 0 ? null : listed;
  const rawOptions = listAt(product, 'rawOptions') ?? [];
  const places = options?.length ?? Math.max(lists.rec.values.length, lists.med.values.length);
  if (options !== null) noteSurplus(product, lists, places);
  const labels: Label[] = [];
  for (let place = 0; place < places; place += 1) {
    const value = options?.[place] ?? null;
    if (place >= OPTIONS_MAX) skipOption(product, place, `expected at most ${OPTIONS_MAX} options`);
    else if (value !== null && typeof value !== 'string')
      skipOption(product, place, `expected the option's label as text, got ${describeValue(value)}`);
    else labels.push({ place, option: labelOf(value) ?? NO_SIZE, rawOption: labelOf(rawOptions[place]) });
  }
  return labels;
}

function skipOption(product: Source, place: number, reason: string): void {
  product.flaws.push({ cost: 'option', place: `Options[${place}]`, reason });
}

function labelOf(value: unknown): string | null {
  return typeof value === 'string' ? storable(value).trim() || null : null;
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

/** What the till reports of each option, what was counted by hand where it does not say, and what records of 2019 say. */
function readStocks(product: Source, labels: Label[]): Stock[] {
  const till = recordAt(product, 'POSMetaData');
  const children = matchByOption(labels, till === null ? [] : recordsAt(till, 'children'));
  const counted = matchByOption(labels, recordsAt(product, 'manualInventory'));
  const old = matchByOption(labels, recordsAt(product, 'quantities'));
  return labels.map((_, position) => {
    const child = children[position] ?? null;
    const reported = child === null ? NO_STOCK : readChild(child);
    if (reported.quantity !== null) return reported;
    const byHand = quantityAt(counted[position], 'inventory') ?? quantityAt(old[position], 'quantity');
    return { ...reported, quantity: byHand };
  });
}

function readChild(child: Source): Stock {
  const quantityTotal = quantityAt(child, 'quantity');
  const quantity = quantityAt(child, 'quantityAvailable') ?? quantityTotal;
  return {
    quantity,
    quantityCapped: quantity !== null && quantity >= QUANTITY_CAP,
    quantityTotal,
    quantityKiosk: quantityAt(child, 'kioskQuantityAvailable'),
    posId: textAt(child, 'canonicalID'),
    packageId: textAt(child, 'canonicalPackageId'),
  };
}

/** Whole pieces; tills go below zero when they have sold more than they knew of. */
function quantityAt(source: Source | null | undefined, key: string): number | null {
  return source ? toQuantity(numberAt(source, key)) : null;
}
