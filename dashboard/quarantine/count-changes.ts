import type { PayloadDiff } from '../server/payloads-api.ts';

type Details = PayloadDiff['details'];
type Prices = NonNullable<Details['priceChanges'][number]['from']>;
type PriceKind = keyof Prices;

/** A price change of an option. */
export interface PriceStep {
  /** Unique key. */
  key: string;
  name: string;
  option: string;
  /** The kind of price in words. */
  price: string;
  /** Null: no price. */
  from: string | null;
  to: string | null;
}

/** The changes from one menu to another. */
export interface MenuChanges {
  outOfStock: string[];
  backInStock: string[];
  added: string[];
  removed: string[];
  /** The number of products with a changed price of an option that is in both menus. */
  repriced: number;
  /** The number of those products that lose a list price. */
  unpriced: number;
  /** The price changes of all these products, the largest first. */
  steps: PriceStep[];
  /** The number of options added to (and removed from) products that are in both menus. */
  optionsAdded: number;
  optionsRemoved: number;
  /** The number of options with a changed quantity. */
  quantities: number;
}

const PRICES: Record<PriceKind, string> = {
  rec: 'rec',
  med: 'med',
  specialRec: 'rec special',
  specialMed: 'med special',
};

/** Summarizes the changes from one menu to another. */
export function countChanges({ added, removed, priceChanges, stockChanges }: Details): MenuChanges {
  const steps = priceChanges.flatMap(stepsOf).toSorted(bySize);
  const wholes = stockChanges.flatMap((change) => (change.option === null ? [change] : []));
  return {
    outOfStock: wholes.filter(({ to }) => !('inStock' in to && to.inStock)).map(nameOf),
    backInStock: wholes.filter(({ to }) => 'inStock' in to && to.inStock).map(nameOf),
    added: added.map(nameOf),
    removed: removed.map(nameOf),
    repriced: countProducts(steps),
    unpriced: countProducts(steps.filter(({ loses }) => loses)),
    steps: steps.map(({ size: _size, product: _product, loses: _loses, ...step }) => step),
    optionsAdded: priceChanges.filter(({ from }) => from === null).length,
    optionsRemoved: priceChanges.filter(({ to }) => to === null).length,
    quantities: stockChanges.filter(({ option, from, to }) => option !== null && from !== null && to !== null)
      .length,
  };
}

function nameOf({ name, providerProductId }: { name: string; providerProductId: string }): string {
  return name === '' ? providerProductId : name;
}

interface SizedStep extends PriceStep {
  product: string;
  size: number;
  /** Whether the option loses a list price. */
  loses: boolean;
}

/**
 * Sorts by the size of the change, the largest first; changes of the same size by price, the dearest first. Added and removed list
 * prices all have an infinite size.
 */
function bySize(one: SizedStep, other: SizedStep): number {
  if (one.size !== other.size) return one.size > other.size ? -1 : 1;
  return worthOf(other) - worthOf(one);
}

function worthOf({ from, to }: PriceStep): number {
  return Math.max(Number(from ?? 0), Number(to ?? 0));
}

function countProducts(steps: readonly SizedStep[]): number {
  return new Set(steps.map(({ product }) => product)).size;
}

function stepsOf(change: Details['priceChanges'][number]): SizedStep[] {
  const { from: before, to: after, option, nth, providerProductId: product } = change;
  if (before === null || after === null) return [];
  return (Object.keys(PRICES) as PriceKind[])
    .filter((kind) => before[kind] !== after[kind])
    .map((kind) => {
      const [from, to] = [before[kind], after[kind]];
      const key = `${product} ${nth} ${option} ${kind}`;
      const step = { key, product, name: nameOf(change), option, price: PRICES[kind], from, to };
      return { ...step, size: sizeOf(kind, { from, to }), loses: to === null && isListPrice(kind) };
    });
}

function isListPrice(kind: PriceKind): boolean {
  return kind === 'rec' || kind === 'med';
}

/**
 * Returns the size of a price change: the absolute logarithm of the ratio of the prices. It is infinite for an added or removed
 * list price, and 0 for an added or removed special price, because offers come and go.
 */
function sizeOf(kind: PriceKind, { from, to }: { from: string | null; to: string | null }): number {
  if (from === null || to === null) return isListPrice(kind) ? Infinity : 0;
  const times = Number(to) / Number(from);
  return Number.isFinite(times) && times > 0 ? Math.abs(Math.log(times)) : Infinity;
}
