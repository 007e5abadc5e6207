import type { Schemas } from '../../../api-client/create-api-client.ts';
import type { CanonicalOption } from '../../../domain/product.ts';
import { formatFacts } from '../../output/format-facts.ts';
import { formatTable } from '../../output/format-table.ts';
import { momentOf, timeOf } from '../../output/format-time.ts';
import { formatPrice, formatStock } from './format-offer.ts';

type Product = Schemas['ProductDetail'];

/**
 * Formats everything known about a product, a line for each fact, then a row for each size.
 * @param apiUrl the base of the link to the product's picture
 */
export function formatProduct(product: Product, store: Schemas['Dispensary'], apiUrl: string): string {
  const { id, consecutive_misses: misses } = product;
  const facts = formatFacts([
    ['product', String(id)],
    ['name', product.name],
    ['brand', product.brand_name],
    ['category', [product.category, product.subcategory].filter((part) => part !== null).join(', ') || null],
    ['strain', product.strain_type],
    ['sold by', `${store.name} (${store.id}), ${store.platform}`],
    ['platform id', product.provider_product_id],
    ['price', formatPrice(product)],
    ['medical price', product.price_med_special ?? product.price_med],
    ['stock', formatStock(product)],
    ['stock as of', momentOf(product.stock_as_of)],
    ['THC', potencyOf(product.thc_low, product.thc_high, product.thc_unit)],
    ['CBD', potencyOf(product.cbd_low, product.cbd_high, product.cbd_unit)],
    [
      'sold to',
      product.medical_only ? 'patients alone' : product.rec_only ? 'adults, not as medicine' : null,
    ],
    ['picture', product.picture === null ? product.image_url : `${apiUrl}${product.picture}`],
    ['first seen', timeOf(product.first_seen_at)],
    ['last seen', timeOf(product.last_seen_at)],
    [
      'missing',
      misses === 0 ? null : `in the last ${misses} payloads, since ${timeOf(product.missing_since)}`,
    ],
    ['last payload', product.last_payload_id === null ? null : String(product.last_payload_id)],
  ]);
  return `${facts}${formatSizes(product.options)}\nIts prices over time: \`crawlchain products history ${id}\`\n`;
}

function potencyOf(low: number | null, high: number | null, unit: string | null): string | null {
  if (low === null && high === null) return null;
  const amount = low !== null && high !== null && low !== high ? `${low} to ${high}` : String(high ?? low);
  return unit === null ? amount : `${amount} ${unit}`;
}

/** Formats a row for each size. The OpenAPI document has no type for sizes; `domain/product.ts` has. */
function formatSizes(options: readonly unknown[]): string {
  const table = formatTable(
    [
      { header: 'size', value: 'option' },
      { header: 'price', value: 'rec', kind: 'money' },
      { header: 'medical', value: 'med', kind: 'money' },
      { header: 'special', value: 'specialRec', kind: 'money' },
      { header: 'medical special', value: 'specialMed', kind: 'money' },
      {
        header: 'stock',
        value: ({ quantity, quantityCapped: isCapped }) =>
          quantity === null ? null : `${quantity}${isCapped ? ' or more' : ''}`,
      },
    ],
    options as CanonicalOption[],
  );
  return table === '' ? '' : `\n${table}`;
}
