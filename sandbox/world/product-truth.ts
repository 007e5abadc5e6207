import type { OptionState, ProductState } from './product-state.ts';
import { QUANTITY_CAP } from './product-state.ts';

/** The real prices and quantity of one option, as far as a menu can show them. */
export interface OptionTruth {
  option: string;
  rec: number | null;
  med: number | null;
  specialRec: number | null;
  specialMed: number | null;
  /** null when the menu does not say the quantity. */
  quantity: number | null;
  /** True when the menu shows its maximum, so that more may be left. */
  quantityCapped: boolean;
}

/** What a correct reader of the menu reads about one product. */
export interface ProductTruth {
  id: string;
  name: string;
  brand: string | null;
  /** The address of the brand's logo. */
  brandImageUrl: string | null;
  /** The chain's id of the product, the same in all its stores. */
  enterpriseProductId: string | null;
  category: string;
  subcategory: string | null;
  strainType: string | null;
  priceRec: number | null;
  priceMed: number | null;
  specialRec: number | null;
  specialMed: number | null;
  /** The label of the option that has the recreational price, or the medical price if there is no recreational one. */
  priceOption: string | null;
  onSpecial: boolean;
  inStock: boolean;
  options: OptionTruth[];
  imageUrl: string | null;
  imageOk: boolean;
}

/** Returns the truth about a generated product, derived from the world's state and not from the served record. */
export function makeProductAnswer(state: ProductState): ProductTruth {
  const { plan } = state;
  const options = state.options.map((option) => makeOption(state, option));
  return summarize({
    id: plan.id,
    name: tidyText(plan.name) ?? '',
    brand: tidyText(plan.brand?.name ?? null),
    brandImageUrl: plan.brand?.logo.beside ?? plan.brand?.logo.within ?? null,
    enterpriseProductId: plan.enterpriseId,
    category: plan.category,
    subcategory: plan.subcategory === '' ? null : plan.subcategory,
    strainType: plan.strainType === 'N/A' ? null : plan.strainType,
    options,
    isActive: state.isActive,
    // A sale with prices above the list prices does not count.
    hasOffer: state.hasBogo || (state.sale !== null && plan.oddity !== 'special-above-base-price'),
    imageUrl: plan.image === '' ? null : plan.image,
    imageOk: plan.imageAnswers,
  });
}

function makeOption({ plan }: ProductState, state: OptionState): OptionTruth {
  const sellsRecreational = plan.licence !== 'medical';
  const sellsMedical = plan.licence !== 'recreational';
  const rec = sellsRecreational ? positive(state.recreational) : null;
  const med = sellsMedical ? positive(state.medical) : null;
  return {
    option: state.option,
    rec,
    med,
    specialRec: sellsRecreational ? below(rec, state.recreationalSpecial) : null,
    specialMed: sellsMedical ? below(med, state.medicalSpecial) : null,
    ...makeQuantity(state, plan.oddity === 'quantities-null'),
  };
}

function makeQuantity(
  state: OptionState,
  isSilent: boolean,
): Pick<OptionTruth, 'quantity' | 'quantityCapped'> {
  if (state.source === 'hand') return { quantity: state.onShelf, quantityCapped: false };
  if (state.source === 'unknown' || isSilent) return { quantity: null, quantityCapped: false };
  return { quantity: Math.min(state.onShelf, QUANTITY_CAP), quantityCapped: state.onShelf >= QUANTITY_CAP };
}

/** The facts from which a product's summary is computed. */
export interface ProductFacts extends Omit<
  ProductTruth,
  'priceRec' | 'priceMed' | 'specialRec' | 'specialMed' | 'priceOption' | 'onSpecial' | 'inStock'
> {
  isActive: boolean;
  /** Whether a "buy one, get one" offer is attached, or a sale whose prices are not above the list prices. */
  hasOffer: boolean;
  /** Whether the till reports stock under a label that no option has, so that an option without an entry may still have stock. */
  hasStrayStock?: boolean;
}

/**
 * Summarizes a product over its options. Its prices are the smallest of the options that are left, or if none is, of all. It is
 * on special with a special price or an offer, and in stock while active with an option whose quantity is above zero, or unknown
 * while the till has no stray stock.
 */
export function summarize({
  isActive,
  hasOffer,
  hasStrayStock = false,
  ...facts
}: ProductFacts): ProductTruth {
  const { options } = facts;
  const isLeft = ({ quantity }: OptionTruth) => (quantity === null ? !hasStrayStock : quantity > 0);
  const left = isActive ? options.filter(isLeft) : [];
  const sold = left.length > 0 ? left : options;
  const [priceRec, priceMed] = [smallest(sold, 'rec'), smallest(sold, 'med')];
  const hasSpecialPrice = options.some((option) => option.specialRec !== null || option.specialMed !== null);
  return {
    ...facts,
    priceRec,
    priceMed,
    specialRec: smallest(sold, 'specialRec'),
    specialMed: smallest(sold, 'specialMed'),
    priceOption:
      sold.find(({ rec, med }) => (priceRec === null ? med !== null && med === priceMed : rec === priceRec))
        ?.option ?? null,
    onSpecial: hasSpecialPrice || hasOffer,
    inStock: left.length > 0,
  };
}

/** Trims a text and collapses blanks; null when nothing is left. */
export function tidyText(text: string | null): string | null {
  const tidy = (text ?? '').replace(/\s+/g, ' ').trim();
  return tidy === '' ? null : tidy;
}

/** Returns a price above 0, or null. */
export function positive(price: number | null | undefined): number | null {
  return typeof price === 'number' && price > 0 ? price : null;
}

/** Returns a special price above 0 and, if there is a list price, below that; otherwise null. */
export function below(list: number | null, special: number | null | undefined): number | null {
  const price = positive(special);
  return price !== null && (list === null || price < list) ? price : null;
}

function smallest(
  options: readonly OptionTruth[],
  kind: 'rec' | 'med' | 'specialRec' | 'specialMed',
): number | null {
  const real = options.map((option) => option[kind]).filter((price) => price !== null);
  return real.length === 0 ? null : Math.min(...real);
}
