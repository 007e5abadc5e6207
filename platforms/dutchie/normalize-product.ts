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
import { dutchieProduct, idOf, type DutchieProduct } from './payload-schema.ts';

/** Points of sale report at most this many: 25 means 25 or more. */
const QUANTITY_CAP = 25;

/** No list price is near this; above it a number is an error of the source. */
const PRICE_MAX = 100_000;

/** Turns a product of FilteredProducts into a canonical one. Never throws; the reason for a skip is in words. */
export function normalizeProduct(raw: unknown): NormalizedProduct {
  const parsed = dutchieProduct.safeParse(raw);
  if (!parsed.success) return { ok: false, id: shownIdOf(raw), reason: z.prettifyError(parsed.error) };
  return { ok: true, product: toCanonical(parsed.data) };
}

function toCanonical(raw: DutchieProduct): CanonicalProduct {
  const options = toOptions(raw);
  const brandNameRaw = raw.brand?.name ?? raw.brandName ?? null;
  const quantities = options.flatMap((option) => (option.quantity === null ? [] : [option.quantity]));
  const specialRec = smallestPrice(options.map((option) => option.specialRec));
  const specialMed = smallestPrice(options.map((option) => option.specialMed));
  return {
    // The schema has seen that one of the two is there.
    providerProductId: idOf(raw) as string,
    nameRaw: raw.Name,
    name: tidy(raw.Name) ?? raw.Name,
    brandNameRaw,
    brandName: tidy(brandNameRaw),
    category: tidy(raw.type),
    subcategory: tidy(raw.subcategory),
    strainType: toStrainType(raw.strainType),
    priceRec: smallestPrice(options.map((option) => option.rec)),
    priceMed: smallestPrice(options.map((option) => option.med)),
    specialRec,
    specialMed,
    onSpecial: specialRec !== null || specialMed !== null || hasOffer(raw),
    inStock:
      raw.Status !== 'Inactive' &&
      (options.length === 0 || options.some(({ quantity }) => quantity === null || quantity > 0)),
    quantity:
      quantities.length === 0 ? null : toQuantity(quantities.reduce((sum, quantity) => sum + quantity)),
    quantityCapped: options.some((option) => option.quantityCapped),
    thc: toPotency(raw.THCContent),
    cbd: toPotency(raw.CBDContent),
    imageUrl: toImageUrl(raw),
    options,
  };
}

/** The option lists run in parallel: place i of each price list belongs to place i of `Options`. */
function toOptions(raw: DutchieProduct): CanonicalOption[] {
  // `Prices` holds the prices of the pricing type that was asked for, recreational; an empty `recPrices` is a
  // medical store, a missing one an old record.
  const rec = raw.recPrices ?? raw.Prices ?? [];
  const med = raw.medicalPrices ?? [];
  const places = raw.Options?.length ?? Math.max(rec.length, med.length);
  return Array.from({ length: places }, (_, place) => {
    const option = raw.Options?.[place]?.trim() ?? 'N/A';
    return {
      option,
      rec: toMoney(rec[place]),
      med: toMoney(med[place]),
      specialRec: toMoney(raw.recSpecialPrices?.[place]),
      specialMed: toMoney(raw.medicalSpecialPrices?.[place]),
      ...quantityOf(raw, option),
    };
  });
}

/** Matches by the option's text, not by place: children may be fewer than the options and in another order. */
function quantityOf(
  raw: DutchieProduct,
  option: string,
): { quantity: number | null; quantityCapped: boolean } {
  const child = raw.POSMetaData?.children?.find((candidate) => candidate?.option?.trim() === option);
  const reported = toQuantity(child?.quantityAvailable ?? child?.quantity);
  if (reported !== null) return { quantity: reported, quantityCapped: reported >= QUANTITY_CAP };
  const counted = raw.manualInventory?.find((candidate) => candidate?.option?.trim() === option);
  return { quantity: toQuantity(counted?.inventory), quantityCapped: false };
}

function hasOffer(raw: DutchieProduct): boolean {
  return Boolean(raw.specialData?.saleSpecials?.length) || Boolean(raw.specialData?.bogoSpecials?.length);
}

/** `N/A` stands where a product has no strain. */
function toStrainType(value: string | null | undefined): string | null {
  const strainType = tidy(value);
  return strainType === 'N/A' ? null : strainType;
}

/** A price of nothing is no price: it stands where a point of sale has none. */
function toMoney(value: number | null | undefined): string | null {
  if (value === null || value === undefined || value <= 0 || value > PRICE_MAX) return null;
  return value.toFixed(2);
}

function toPotency(content: DutchieProduct['THCContent']): Potency | null {
  const numbers = (content?.range ?? []).filter(
    (value): value is number => value !== null && value >= 0 && value < 1_000_000,
  );
  if (!content || numbers.length === 0) return null;
  return { low: Math.min(...numbers), high: Math.max(...numbers), unit: content.unit ?? 'PERCENTAGE' };
}

function toImageUrl(raw: DutchieProduct): string | null {
  const candidates = [
    raw.Image,
    ...(raw.images ?? []).flatMap((image) => (image?.active === false ? [] : [image?.url])),
  ];
  return candidates.find(isWebAddress) ?? null;
}

/** The id of a product that is skipped, for people; it goes into the ledger and so must be storable too. */
function shownIdOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const { id, _id } = raw as { id?: unknown; _id?: unknown };
  const found = id || _id;
  return typeof found === 'string' ? storable(found.slice(0, 100)) : null;
}
