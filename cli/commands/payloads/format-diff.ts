import type { Schemas } from '../../../api-client/create-api-client.ts';
import { timeOf } from '../../output/format-time.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

type PayloadDiff = Schemas['PayloadDiff'];

/** Formats what changed between two payloads: a line for each change, then the number of each kind. */
export function formatDiff({ from, to, diff, details }: PayloadDiff): string {
  const nameOf = createNames(details);
  const placeOf = (change: PriceChange | StockChange) => `${nameOf(change)}${sizeOf(change)}`;
  const lines = [
    ...[from, to].map(
      ({ id, fetchedAt, productCount }, place) =>
        `${place === 0 ? 'from' : 'to  '} payload ${id}, fetched ${timeOf(fetchedAt)}, products: ${productCount}`,
    ),
    ...details.added.map((product) => `added    ${nameOf(product)}`),
    ...details.removed.map((product) => `removed  ${nameOf(product)}`),
    ...details.priceChanges.map(
      (change) => `price    ${placeOf(change)}: ${pricesOf(change.from)} → ${pricesOf(change.to)}`,
    ),
    ...details.stockChanges.map(
      (change) => `stock    ${placeOf(change)}: ${stockOf(change.from)} → ${stockOf(change.to)}`,
    ),
    `added: ${diff.added}, removed: ${diff.removed}, price changes: ${diff.priceChanges}, stock changes: ${diff.stockChanges}`,
  ];
  return `${lines.map(withoutControls).join('\n')}\n`;
}

type PriceChange = PayloadDiff['details']['priceChanges'][number];
type StockChange = PayloadDiff['details']['stockChanges'][number];

function sizeOf(change: PriceChange | StockChange): string {
  if (change.option === null) return '';
  return `, ${change.option}${change.nth === 0 ? '' : ` (no. ${change.nth + 1})`}`;
}

type Product = Pick<PriceChange, 'name' | 'providerProductId'>;

/** Creates a function that names products; products that share a name also get the id that tells them apart on their platform. */
function createNames({ added, removed, priceChanges, stockChanges }: PayloadDiff['details']) {
  const all: Product[] = [...added, ...removed, ...priceChanges, ...stockChanges];
  const byName = Map.groupBy(all, ({ name }) => name);
  return ({ name, providerProductId }: Product): string => {
    const ids = new Set(byName.get(name)?.map((product) => product.providerProductId));
    return ids.size > 1 ? `${name} (${providerProductId})` : name;
  };
}

function pricesOf(prices: PriceChange['from']): string {
  if (prices === null) return 'not listed';
  const { rec, med, specialRec, specialMed } = prices;
  const parts = Object.entries({ rec, med, 'rec special': specialRec, 'med special': specialMed }).flatMap(
    ([name, price]) => (price === null ? [] : [`${name} ${price}`]),
  );
  return parts.join(', ') || 'no price';
}

function stockOf(stock: StockChange['from']): string {
  if (stock === null) return 'not listed';
  if ('inStock' in stock) return stock.inStock ? 'in stock' : 'out of stock';
  if (stock.quantity === null) return 'not told';
  return `${stock.quantity}${stock.quantityCapped ? ' or more' : ''}`;
}
