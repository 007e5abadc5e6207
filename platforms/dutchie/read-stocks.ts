import type { OptionSize } from '../../domain/option-size.ts';
import type { CanonicalOption } from '../../domain/product.ts';
import { describeValue, noteFlaw, recordAt, recordsAt, textAt, type Source } from '../read-fields.ts';
import { hasStock, isLabel, labelOf } from '../read-options.ts';
import { readQuantity } from '../read-quantity.ts';
import { matchByOption, optionFinder, type OptionLabel } from './match-by-option.ts';

/** Points of sale report at most 25 items, so a quantity of 25 means 25 or more. */
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

/** An option whose stock is read, with its size. */
export interface StockedOption extends OptionLabel {
  size: OptionSize | null;
}

interface Stocks {
  /** The stock of each option, by position. */
  stocks: Stock[];
  isInStock: boolean[];
  /** Whether some option is in stock; true or false even if no option can be read. */
  isAnyInStock: boolean;
}

interface Options {
  labels: readonly StockedOption[];
  /** Labels of options of which too few are left to be ordered online. */
  belowThreshold: ReadonlySet<string>;
}

/**
 * Reads the stock of each option: as the till reports it, else as counted by hand, else from a record of 2019. An option below its
 * threshold for which the till has no entry has none for sale.
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
  // An option without a reported quantity counts as in stock, unless the till reports stock under a label that no option has.
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
  /** All entries of the till. */
  sold: Source[];
  /** The till's entry of each option, by position; null where there is none. */
  children: (Source | null)[];
  /** Whether the till has a list of entries, and each entry is known to belong to an option. */
  isComplete: boolean;
  /** Whether the till reports stock under a label that no option has, so that it is unknown which option has this stock. */
  hasStrayStock: boolean;
}

/**
 * Reads the till's entries. Notes labels that no option has, and surplus entries of an option. If an option has several entries, the one
 * with the most stock counts: the order of entries varies, and at least that many are left, whether the entries are separate packages or
 * repetitions.
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

/** The rank of an entry without a stated quantity: above an entry with nothing left, because there may be some, and below any other. */
const UNKNOWN_RANK = 0.001;

/** Ranks an entry by its stock; -1 without an entry. Ignores flaws, because they are noted when the chosen entry is read. */
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
 * Whether a product without options is in stock: by the till's quantities under any label, else by the quantities counted by hand, else
 * by those of a record of 2019. True if no quantity is stated.
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
