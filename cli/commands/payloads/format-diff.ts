import type { Schemas } from '../../../api-client/create-api-client.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

type PayloadDiff = Schemas['PayloadDiff'];

/** Formats what changed between two payloads: a line for each change, then the number of each kind. */
export function formatDiff({ from, to, diff, details }: PayloadDiff): string {
  const lines = [
    ...[from, to].map(
      ({ id, fetchedAt, productCount }, place) =>
        `${place === 0 ? 'from' : 'to  '} payload ${id}, fetched ${fetchedAt}, products: ${productCount}`,
    ),
    ...details.added.map(({ name, providerProductId }) => `added    ${name} (${providerProductId})`),
    ...details.removed.map(({ name, providerProductId }) => `removed  ${name} (${providerProductId})`),
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

function placeOf(change: PriceChange | StockChange): string {
  const product = `${change.name} (${change.providerProductId})`;
  if (change.option === null) return product;
  return `${product}, ${change.option}${change.nth === 0 ? '' : ` (no. ${change.nth + 1})`}`;
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
