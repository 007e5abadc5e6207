import type { Schemas } from '../../../api-client/create-api-client.ts';
import type { Column } from '../../output/column.ts';
import { formatPrice, formatStock } from './format-offer.ts';

/** The columns of a list of products. */
export const PRODUCT_COLUMNS: readonly Column<Schemas['Product']>[] = [
  { header: 'id', value: 'id', kind: 'number' },
  { header: 'store', value: 'dispensary_id', kind: 'number' },
  { header: 'name', value: 'name' },
  { header: 'brand', value: 'brand_name' },
  { header: 'category', value: 'category', isMinor: true },
  { header: 'size', value: 'price_option', isMinor: true },
  { header: 'price', value: formatPrice, kind: 'money' },
  { header: 'stock', value: formatStock },
  { header: 'last seen', value: 'last_seen_at', kind: 'time', isMinor: true },
];

/** The columns of a product's history, with a row for each payload that had it. */
export const HISTORY_COLUMNS: readonly Column<Schemas['ProductSnapshot']>[] = [
  { header: 'fetched', value: 'fetched_at', kind: 'time' },
  { header: 'payload', value: 'payload_id', kind: 'number' },
  { header: 'size', value: 'price_option' },
  { header: 'price', value: formatPrice, kind: 'money' },
  { header: 'stock', value: formatStock },
];
