import { z } from 'zod';
import {
  smallestPrice,
  type CanonicalOption,
  type CanonicalProduct,
  type NormalizedProduct,
  type Potency,
} from '../../domain/product.ts';
import { storable } from '../../domain/storable-text.ts';
import { isWebAddress, tidy, toQuantity } from '../product-values.ts';
import {
  blazeProduct,
  type BlazeProduct,
  type BlazeSize,
  type Money,
  type PotencyRange,
} from './product-schema.ts';

/** No list price is near this, which is 100,000 dollars; above it an amount is an error of the source. */
const PRICE_CENTS_MAX = 10_000_000;

const POTENCY_UNITS = new Map([
  ['%', 'PERCENTAGE'],
  ['mg', 'MILLIGRAMS'],
]);

/** Turns a product resource into a canonical product. Never throws; the reason for a skip is in words. */
export function normalizeProduct(raw: unknown): NormalizedProduct {
  const parsed = blazeProduct.safeParse(raw);
  if (!parsed.success) return { ok: false, id: shownIdOf(raw), reason: z.prettifyError(parsed.error) };
  return { ok: true, product: toCanonical(parsed.data) };
}

function toCanonical({ id, attributes }: BlazeProduct): CanonicalProduct {
  // A product in one size says its price itself; one in several lists them.
  const sizes: BlazeSize[] = attributes.variants.length > 0 ? attributes.variants : [attributes];
  const options = sizes.map(toOption);
  const brandNameRaw = attributes.brand?.name ?? null;
  const specialRec = smallestPrice(options.map((option) => option.specialRec));
  const quantities = options.flatMap(({ quantity }) => (quantity === null ? [] : [quantity]));
  return {
    providerProductId: id,
    nameRaw: attributes.name,
    name: tidy(attributes.name) ?? attributes.name,
    brandNameRaw,
    brandName: tidy(brandNameRaw),
    category: tidy(attributes.category?.name),
    subcategory: tidy(attributes.subcategory?.name),
    strainType: tidy(attributes.classification),
    priceRec: smallestPrice(options.map((option) => option.rec)),
    priceMed: null,
    specialRec,
    specialMed: null,
    onSpecial: specialRec !== null || attributes.promotions.length > 0,
    inStock:
      attributes.is_active !== false && options.some(({ quantity }) => quantity === null || quantity > 0),
    quantity:
      quantities.length === 0 ? null : toQuantity(quantities.reduce((sum, quantity) => sum + quantity)),
    quantityCapped: false,
    thc: toPotency(attributes.thc),
    cbd: toPotency(attributes.cbd),
    imageUrl: attributes.images.map(({ url }) => url).find(isWebAddress) ?? null,
    options,
  };
}

/** There is one price list, and nothing says that a quantity would be cut. */
function toOption(size: BlazeSize): CanonicalOption {
  return {
    option: tidy(size.size) ?? 'N/A',
    rec: toDollars(size.unit_price),
    med: null,
    specialRec: toDollars(size.discounted_price),
    specialMed: null,
    quantity: toQuantity(size.available_quantity),
    quantityCapped: false,
  };
}

/**
 * Whole cents become dollars with two decimals by moving the point in the text: no arithmetic can round them. A price of
 * nothing, in parts of a cent or in another currency is no price.
 */
function toDollars(money: Money): string | null {
  const cents = money?.amount ?? null;
  if (cents === null || !Number.isInteger(cents) || cents <= 0 || cents > PRICE_CENTS_MAX) return null;
  const currency = money?.currency ?? 'USD';
  if (currency.toUpperCase() !== 'USD') return null;
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function toPotency(range: PotencyRange): Potency | null {
  const numbers = [range?.min, range?.max].filter(
    (value): value is number => typeof value === 'number' && value >= 0 && value < 1_000_000,
  );
  if (numbers.length === 0) return null;
  const unit = range?.unit ?? '%';
  return { low: Math.min(...numbers), high: Math.max(...numbers), unit: POTENCY_UNITS.get(unit) ?? unit };
}

/** The id of a product that is skipped, for people; it goes into the ledger and so must be storable too. */
function shownIdOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const { id } = raw as { id?: unknown };
  return typeof id === 'string' && id !== '' ? storable(id.slice(0, 100)) : null;
}
