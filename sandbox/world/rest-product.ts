import type { MenuRecord } from './menu-record.ts';
import type { OptionState, ProductState } from './product-state.ts';
import { below, positive, summarize, tidyText } from './product-truth.ts';
import type { OptionTruth, ProductTruth } from './product-truth.ts';
import { createRandom, HEX } from './random.ts';
import type { Random } from './random.ts';

const MILLIGRAM_CATEGORIES: ReadonlySet<string> = new Set(['Edible', 'Tincture', 'Topicals', 'Oral']);

/** Returns the product's id in the REST menu: a UUID derived from the plan. */
export function restIdOf({ plan }: ProductState): string {
  return uuidFrom(createRandom(plan.id, 'uuid'));
}

/** Returns a version 4 UUID from this stream. */
export function uuidFrom(random: Random): string {
  const hex = (length: number) => random.text(HEX, length);
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
}

/** Returns the resource that the REST menu serves for this product in this pass: prices in cents, stock in whole numbers. */
export function restRecordOf(state: ProductState): MenuRecord {
  const { plan } = state;
  const [only, ...more] = state.options;
  return {
    type: 'products',
    id: restIdOf(state),
    attributes: {
      name: plan.name,
      is_active: state.isActive,
      brand: plan.brand && { name: plan.brand.name },
      category: { name: plan.category },
      subcategory: plan.subcategory === null ? null : { name: plan.subcategory },
      classification: plan.strainType === 'N/A' ? null : plan.strainType,
      ...(only && more.length === 0 ? sizeRecord(state, only) : { size: null, unit_price: null }),
      variants: more.length === 0 ? [] : state.options.map((option) => sizeRecord(state, option)),
      promotions: hasOffer(state) ? [{ title: state.hasBogo ? 'Buy one, get one' : 'Sale' }] : [],
      ...potencyFields(state),
      images: plan.image === '' ? [] : [{ url: plan.image }],
    },
    relationships: { store: { data: { type: 'stores', id: plan.storeId } } },
  };
}

/** Returns the truth about a product of the REST menu, derived from the world's state and not from the record. */
export function makeRestProduct(state: ProductState): ProductTruth {
  const { plan } = state;
  return summarize({
    id: restIdOf(state),
    name: tidyText(plan.name) ?? '',
    brand: tidyText(plan.brand?.name ?? null),
    // The REST menu has neither logos nor ids of a chain.
    brandImageUrl: null,
    enterpriseProductId: null,
    category: plan.category,
    subcategory: plan.subcategory === '' ? null : plan.subcategory,
    strainType: plan.strainType === 'N/A' ? null : plan.strainType,
    options: state.options.map((option) => makeOption(state, option)),
    isActive: state.isActive,
    hasOffer: hasOffer(state),
    imageUrl: plan.image === '' ? null : plan.image,
    imageOk: plan.imageAnswers,
  });
}

function sizeRecord(state: ProductState, option: OptionState): MenuRecord {
  const special = option.recreationalSpecial;
  return {
    size: option.option,
    unit_price: { amount: inCents(option.recreational), currency: 'USD' },
    discounted_price: special === null ? null : { amount: inCents(special), currency: 'USD' },
    available_quantity: quantityOf(state, option),
  };
}

// Returns the truth about an option. The REST menu has only one price list, and no till that would cap a quantity.
function makeOption(state: ProductState, option: OptionState): OptionTruth {
  const rec = positive(option.recreational);
  return {
    option: option.option,
    rec,
    med: null,
    specialRec: below(rec, option.recreationalSpecial),
    specialMed: null,
    quantity: quantityOf(state, option),
    quantityCapped: false,
  };
}

function quantityOf({ plan }: ProductState, option: OptionState): number | null {
  return option.source === 'unknown' || plan.oddity === 'quantities-null' ? null : option.onShelf;
}

function hasOffer({ sale, hasBogo }: ProductState): boolean {
  return hasBogo || (sale !== null && sale.menu !== 'medical');
}

function inCents(dollars: number): number {
  return Math.round(dollars * 100);
}

function potencyFields({ plan }: ProductState): MenuRecord {
  if (plan.oddity === 'potency-null') return { thc: null, cbd: null };
  const random = createRandom(plan.origin.id, 'rest potency');
  const isMilligrams = MILLIGRAM_CATEGORIES.has(plan.origin.category);
  const low = isMilligrams ? random.whole(5, 100) : random.whole(120, 280) / 10;
  const high = low + random.whole(0, 4);
  const unit = isMilligrams ? 'mg' : '%';
  const [min, max] = plan.oddity === 'potency-reversed' ? [high, low] : [low, high];
  return { thc: { min, max, unit }, cbd: random.chance(0.5) ? { min: null, max: 0.1, unit: '%' } : null };
}
