import type { Schemas } from '../../../api-client/create-api-client.ts';
import { cutText } from '../../cut-text.ts';
import { formatTable } from '../../format-table.ts';
import { timeOf } from '../../tell-time.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { formatPrice, formatStock } from './format-offer.ts';

type Product = Schemas['Product'];
type Snapshot = Schemas['ProductSnapshot'];

const NAME_MAX = 48;
const BRAND_MAX = 24;

/** One row for each product. */
export function formatProducts(products: readonly Product[]): string {
  if (products.length === 0) return 'There are none.\n';
  return formatTable(
    ['id', 'store', 'name', 'brand', 'category', 'size', 'price', 'stock', 'last seen'],
    products.map((product) => [
      product.id,
      product.dispensary_id,
      cutText(withoutControls(product.name), NAME_MAX),
      cutText(withoutControls(product.brand_name ?? '-'), BRAND_MAX),
      withoutControls(product.category ?? '-'),
      withoutControls(product.price_option ?? '-'),
      formatPrice(product),
      formatStock(product),
      timeOf(product.last_seen_at),
    ]),
  );
}

/** One row for each payload that had the product. */
export function formatHistory(snapshots: readonly Snapshot[]): string {
  if (snapshots.length === 0) return 'There is none in this time.\n';
  return formatTable(
    ['fetched', 'payload', 'size', 'price', 'stock'],
    snapshots.map((snapshot) => [
      timeOf(snapshot.fetched_at),
      snapshot.payload_id,
      withoutControls(snapshot.price_option ?? '-'),
      formatPrice(snapshot),
      formatStock(snapshot),
    ]),
  );
}
