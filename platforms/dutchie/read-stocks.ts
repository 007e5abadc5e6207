import type { OptionSize } from '../../domain/option-size.ts';
import type { CanonicalOption } from '../../domain/product.ts';
import { describeValue, noteFlaw, recordAt, recordsAt, textAt, type Source } from '../read-fields.ts';
import { hasStock, isLabel, labelOf } from '../read-options.ts';
import { readQuantity } from '../read-quantity.ts';
import { matchByOption, optionFinder, type OptionLabel } from './match-by-option.ts';

/** Points of sale report at most this many: 25 means 25 or more. */
const QUANTITY_CAP = 25;

/** What is known of an option's stock. */
export type Stock = Pick<
  CanonicalOption,
  'quantity' | 'quantityCapped' | 'quantityTotal' | 'quantityKiosk' | 'posId' | 'packageId'
>;

export const UNKNOWN_STOCK: Stock = {
  quantity: null,
  quantityCapped: false,
  quantityTotal: null,
  quantityKiosk: null,
  posId: null,
  packageId: null,
};

/** An option whose stock is looked for. */
export interface StockedOption extends OptionLabel {
  size: OptionSize | null;
}

interface Stocks {
  /** Of each option. */
  stocks: Stock[];
  isInStock: boolean[];
  /** Something has stock, also where no option can be read. */
  isAnyInStock: boolean;
}

interface Options {
  labels: readonly StockedOption[];
  /** Labels of those too few of which are left to be ordered online. */
  belowThreshold: ReadonlySet<string>;
}

/**
 * What the till reports of each option, what was counted by hand where it does not say, and what records of 2019 say. A
 * till that leaves out an option below its threshold has none of it to sell.
 */
export function readStocks(product: Source, { labels, belowThreshold }: Options): Stocks {
  const { sold, children, isComplete, hasStrayStock } = readTill(product, labels);
  const byHand = recordsAt(product, 'manualInventory');
  const inOldRecord = recordsAt(product, 'quantities');
  const counted = matchByOption(labels, byHand);
  const old = matchByOption(labels, inOldRecord);
  const stocks = labels.map(({ option, size }, position) => {
    const child = children[position] ?? null;
    const reported = child === null ? UNKNOWN_STOCK : readChild(child, size);
    if (reported.quantity !== null) return reported;
    const quantity =
      quantityAt(counted[position], 'inventory', size) ?? quantityAt(old[position], 'quantity', size);
    const isLeftOut = child === null && isComplete && belowThreshold.has(option);
    return { ...reported, quantity: quantity ?? (isLeftOut ? 0 : null) };
  });
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

interface Till {
  /** All that it lists. */
  sold: Source[];
  /** The entry of each option. */
  children: (Source | null)[];
  /** It has a list, and each entry of that is known to be an option's. */
  isComplete: boolean;
  /** It reports stock under a label that no option has, which hides what it is of. */
  hasStrayStock: boolean;
}

/**
 * What the till lists. Labels that no option has are noted, and so are those that come once more than there are options of
 * them. Of several entries of one option the one with the most stock counts: the order of entries changes, and so many are left
 * whether the entries are packages of their own or one of them is a repetition.
 */
function readTill(product: Source, labels: readonly StockedOption[]): Till {
  const record = recordAt(product, 'POSMetaData');
  const sold = record === null ? [] : recordsAt(record, 'children');
  const children = matchByOption(labels, sold);
  const { Options: listed } = product.record;
  // Where options are not listed, or the label of one cannot be read, the till may mean those.
  const isListed = Array.isArray(listed) && listed.length > 0 && labels.length === listed.length;
  if (!isListed) return { sold, children, isComplete: false, hasStrayStock: false };
  const given = new Set(children);
  const findOption = optionFinder(labels);
  const { children: entries } = record?.record ?? {};
  let isComplete = Array.isArray(entries) && entries.length === sold.length;
  let hasStrayStock = false;
  for (const child of sold) {
    if (given.has(child)) continue;
    const { option: value } = child.record;
    const label = labelOf(value);
    const position = label === null ? null : findOption(label);
    if (position === null) {
      isComplete = false;
      if (label === null && isLabel(value)) continue;
      noteLabel(
        child,
        `one of the options ${describeValue(labels.map(({ option }) => option).join(', '))}, got`,
      );
      hasStrayStock ||= readChild(child, null).quantity !== null;
    } else {
      noteLabel(child, 'one entry for each option, got another of');
      const { size } = labels[position] ?? { size: null };
      if (rankOf(child, size) > rankOf(children[position], size)) children[position] = child;
    }
  }
  return { sold, children, isComplete, hasStrayStock };
}

function noteLabel(child: Source, expectation: string): void {
  noteFlaw(child, 'option', `expected ${expectation} ${describeValue(child.record['option'])}`);
}

/** Above an entry with none left, and below one with anything: what is not stated may be some. */
const UNKNOWN_RANK = 0.001;

/** By its stock. What is wrong in the entry that counts is noted when it is read as the option's. */
function rankOf(child: Source | null | undefined, size: OptionSize | null): number {
  return child ? (readChild({ ...child, flaws: [] }, size).quantity ?? UNKNOWN_RANK) : -1;
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

/**
 * Whether a product without options has stock, by the quantities that are stated under whatever labels: by the till, else
 * by hand, else in a record of 2019. Where none is stated it counts as in stock.
 */
function hasStockOfAny({
  sold,
  byHand,
  inOldRecord,
}: Record<'sold' | 'byHand' | 'inOldRecord', Source[]>): boolean {
  const stated = [
    sold.map((child) => readChild(child, null).quantity),
    byHand.map((entry) => readQuantity(entry, 'inventory', null)),
    inOldRecord.map((entry) => readQuantity(entry, 'quantity', null)),
  ].find((quantities) => quantities.some((quantity) => quantity !== null));
  return stated === undefined || stated.some((quantity) => hasStock({ quantity }));
}
