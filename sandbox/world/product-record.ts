import type { MenuRecord } from './menu-record.ts';
import type { Oddity } from './oddity.ts';
import { bogoSpecial, saleSpecial } from './special-record.ts';
import { detailsOf, measurementsOf, potencyOf } from './product-details.ts';
import { tillRecord } from './till-record.ts';
import type { OptionState, ProductState } from './product-state.ts';
import { createRandom } from './random.ts';

const FIRST_PASS_MS = Date.UTC(2026, 5, 1, 9);
const PASS_MS = 4 * 3_600_000;

/** Returns the record that the menu serves for this product in this pass. */
export function recordOf(state: ProductState): MenuRecord {
  const { plan } = state;
  return {
    _id: plan.id,
    id: plan.id,
    AdditionalOptions: plan.index % 3 === 0 ? null : [],
    duplicatedProductId: null,
    libraryProductId: null,
    libraryProductScore: null,
    ...brandFields(state),
    CBD: null,
    CBDContent: null,
    THC: null,
    ...potencyOf(plan),
    certificateOfAnalysisEnabled: false,
    collectionCardBadge: null,
    comingSoon: null,
    createdAt: String(plan.createdAtMs),
    updatedAt: new Date(FIRST_PASS_MS + state.pass * PASS_MS + plan.index * 977).toISOString(),
    DispensaryID: plan.storeId,
    enterpriseProductId: plan.enterpriseId,
    ...imageFields(state),
    ...measurementsOf(plan),
    Name: plan.name,
    cName: plan.cName,
    pastCNames: [plan.cName],
    ...optionFields(state),
    ...priceFields(state),
    ...stockFields(state),
    ...specialFields(state),
    strainType: plan.strainType,
    subcategory: plan.subcategory,
    subcategories: null,
    type: plan.category,
    Status: state.isActive ? 'Active' : 'Inactive',
    medicalOnly: plan.licence === 'medical',
    recOnly: plan.licence === 'recreational',
    featured: null,
    provider: 'dutchie',
    nonArmsLength: null,
    vapeTaxApplicable: false,
    bottleDepositTaxCents: 0,
    useBetterPotencyTaxes: null,
    __typename: 'Products',
  };
}

/** Returns the record with the fields that only the detail operation adds. */
export function detailRecordOf(state: ProductState): MenuRecord {
  return { ...recordOf(state), ...detailsOf(state.plan) };
}

function brandFields({ plan }: ProductState): MenuRecord {
  if (!plan.brand) return { brand: null, brandId: null, brandName: null, brandLogo: null };
  const { id, name, logo } = plan.brand;
  return {
    brand: { id, name, parentBrandId: null, imageUrl: logo.within, __typename: 'Brand' },
    brandId: id,
    brandName: name,
    brandLogo: logo.beside,
  };
}

function imageFields({ plan }: ProductState): MenuRecord {
  const entry = (url: string, active: boolean) => ({
    url,
    description: active ? null : '',
    active,
    __typename: 'Products_Images',
  });
  if (plan.image === '') return { Image: '', images: [] };
  const retired = plan.oddity === 'image-inactive-entry' ? [entry(`${plan.image}-retired`, false)] : [];
  return { Image: plan.image, images: [...retired, entry(plan.image, true)] };
}

function optionFields(state: ProductState): MenuRecord {
  const { oddity } = state.plan;
  return {
    Options: state.options.map((option) => option.option),
    rawOptions: oddity === 'raw-options-null' ? null : state.options.map((option) => option.tillSpelling),
    limitsPerCustomer:
      state.plan.index % 4 === 0
        ? state.options.map(({ option }) => ({ key: option, value: 'Unlimited' }))
        : null,
    optionsBelowThreshold: [],
    optionsBelowKioskThreshold: [],
    isBelowThreshold: state.plan.index % 5 === 0 ? null : false,
    isBelowKioskThreshold: false,
  };
}

function priceFields(state: ProductState): MenuRecord {
  const { licence, oddity } = state.plan;
  const sellsRecreational = licence !== 'medical';
  const sellsMedical = licence !== 'recreational';
  const recreational = state.options.map((option) => option.recreational);
  const medical = state.options.map((option) => option.medical);
  const isAbsent = oddity === 'recreational-prices-absent' && sellsRecreational;
  return {
    Prices: sellsRecreational ? recreational : medical,
    recPrices: isAbsent ? null : sellsRecreational ? recreational : [],
    medicalPrices: sellsMedical ? medical : [],
    recSpecialPrices: sellsRecreational ? specialPrices(state, 'recreationalSpecial') : [],
    medicalSpecialPrices: sellsMedical ? specialPrices(state, 'medicalSpecial') : [],
    wholesalePrices: null,
    pricingTierData: null,
  };
}

// Returns the special prices on one of the two menus, null for options outside the sale. Empty when the sale does not apply to this menu.
function specialPrices(
  state: ProductState,
  field: 'recreationalSpecial' | 'medicalSpecial',
): (number | null)[] {
  const prices = state.options.map((option) => option[field]);
  return prices.every((price) => price === null) ? [] : prices;
}

function stockFields(state: ProductState): MenuRecord {
  const counted = state.options.filter((option) => option.source === 'hand');
  const isAtTill = state.plan.stock === 'till';
  return {
    POSMetaData: isAtTill ? tillRecord(state) : null,
    manualInventory: counted.length === 0 ? null : counted.map(manualEntry),
  };
}

function manualEntry({ option, onShelf }: OptionState): MenuRecord {
  return { option, inventory: onShelf, __typename: 'Products_manualInventory' };
}

function specialFields(state: ProductState): MenuRecord {
  const { plan, sale, hasBogo } = state;
  const random = createRandom(plan.id, 'special ids');
  const sales = sale ? [saleSpecial({ random, state, sale })] : null;
  const bogos = hasBogo ? [bogoSpecial(random, state)] : null;
  const bogoIds = bogos ? bogos.map((bogo) => bogo['specialId']) : [];
  return {
    // The real menu has true or null here, never false. It has null also for an offer that changes no price.
    special: sale ? true : null,
    specialData: sales || bogos ? { saleSpecials: sales, bogoSpecials: bogos } : idleSpecialData(plan.oddity),
    specialIdsPerOption: state.options.map(({ option }) => ({
      option,
      conditionIds: bogoIds,
      rewardIds: bogoIds,
    })),
  };
}

function idleSpecialData(oddity: Oddity | null): MenuRecord | null {
  return oddity === 'special-data-empty-lists' ? { saleSpecials: [], bogoSpecials: [] } : null;
}
