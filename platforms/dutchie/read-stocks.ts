import type { OptionSize } from '../../domain/option-size.ts';
import type { CanonicalOption } from '../../domain/product.ts';
import { describeValue, noteFlaw, recordAt, recordsAt, textAt, type Source } from '../read-fields.ts';
import { hasStock, isLabel, labelOf } from '../read-options.ts';
import { readQuantity } from '../read-quantity.ts';
import { matchByOption, optionFinder, type OptionLabel } from './match-by-option.ts';

/** Points of sale report at most this many, so 25 means 25 or more. */
const QUANTITY_CAP = 25;

/** The known stock of an option. */
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

/** An option with its size, whose stock is read. */
export interface StockedOption extends OptionLabel {
  size: OptionSize | null;
}

interface Stocks {
  /** One per option. */
  stocks: Stock[];
  isInStock: boolean[];
  /** Some option is in stock, even if no option can be read. */
  isAnyInStock: boolean;
}

interface Options {
  labels: readonly StockedOption[];
  /** Labels of options with too few left to be ordered online. */
  belowThreshold: ReadonlySet<string>;
}

/**
 * The stock of each option: as the till reports it, else as counted by hand, else from a record of 2019. An option below its
 * threshold that the till leaves out has none for sale.
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
  // An option without a reported quantity counts as in stock, unless the till reports stock that may be this option's.
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
  /** All entries. */
  sold: Source[];
  /** The entry of each option. */
  children: (Source | null)[];
  /** There is a list, and each of its entries is known to belong to an option. */
  isComplete: boolean;
  /** It reports stock under a label of no option, so that the stock's option is unknown. */
  hasStrayStock: boolean;
}

/**
 * Reads the till's entries. Notes labels of no option, and surplus entries of an option. Of several entries of one option, the
 * one with the most stock counts: the order of entries varies, and that many are left whether the entries are separate packages
 * or repetitions.
 */
function readTill(product: Source, labels: readonly StockedOption[]): Till {
  const record = recordAt(product, 'POSMetaData');
  const sold = record === null ? [] : recordsAt(record, 'children');
  const children = matchByOption(labels, sold);
  const { Options: listed } = product.record;
  // The unmatched entries may belong to options that are not listed or whose label is unreadable.
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

/** Above an entry with nothing left and below one with anything, because an unstated quantity may be above zero. */
const UNKNOWN_RANK = 0.001;

/** Ranks an entry by its stock. Flaws are ignored here, because they are noted when the chosen entry is read. */
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
 * Whether a product without options is in stock, by the quantities under any label: the till's, else those counted by hand, else
 * those of a record of 2019. Counts as in stock if none is stated.
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
