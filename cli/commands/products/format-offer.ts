import type { Schemas } from '../../../api-client/create-api-client.ts';

type Offer = Pick<
  Schemas['Product'],
  'price' | 'price_rec' | 'price_med' | 'is_on_special' | 'is_in_stock' | 'quantity' | 'quantity_capped'
>;

/** Formats the price, with the usual price during a special. */
export function formatPrice({
  price,
  price_rec: rec,
  price_med: med,
  is_on_special: isOnSpecial,
}: Offer): string {
  if (price === null) return '-';
  const usual = rec ?? med;
  return isOnSpecial && usual !== null && usual !== price ? `${price} (usually ${usual})` : price;
}

/** Formats the stock, as far as the menu shows it. */
export function formatStock({ is_in_stock: isInStock, quantity, quantity_capped: isCapped }: Offer): string {
  if (!isInStock) return 'out';
  if (quantity === null) return 'in stock';
  return isCapped ? `${quantity} or more` : String(quantity);
}
