import type { MenuRecord } from './menu-record.ts';
import { QUANTITY_CAP } from './product-state.ts';
import type { OptionState, ProductState } from './product-state.ts';
import { createRandom } from './random.ts';

/** Returns the `POSMetaData` of a product: what the store's till reports, with one child per option. */
export function tillRecord(state: ProductState): MenuRecord {
  const { plan } = state;
  const random = createRandom(plan.id, 'till');
  const firstId = random.whole(400_000, 14_000_000);
  const shared = {
    activeBatchTags: [],
    canonicalBrandId: plan.brand ? String(random.whole(4000, 70_000)) : null,
    canonicalCategory: plan.category,
    canonicalCategoryId: String(random.whole(1000, 99_999)),
    canonicalImgUrl: plan.image === '' ? null : plan.image,
    canonicalLabResultUrl: null,
    canonicalName: plan.name,
    canonicalProductTags: [],
    canonicalSKU: String(random.whole(10_000_000, 99_999_999)),
    canonicalStrainId: null,
    canonicalVendorId: null,
  };
  const sold = state.options.filter((option) => option.source === 'till');
  const children = sold.map((option, position) => ({
    ...shared,
    canonicalBrandName: null,
    canonicalID: String(firstId + position),
    canonicalPackageId: String(random.whole(1_000_000, 9_999_999)),
    ...childFields(state, option),
  }));
  return {
    ...shared,
    canonicalBrandName: plan.brand?.name.toUpperCase() ?? null,
    canonicalID: String(firstId),
    canonicalPackageId: String(random.whole(1_000_000, 9_999_999)),
    children: plan.oddity === 'children-reordered' ? children.toReversed() : children,
    integrationID: random.text('0123456789abcdef', 24),
    __typename: 'Products_POSMetaData',
  };
}

function childFields({ plan }: ProductState, option: OptionState): MenuRecord {
  const shown = Math.min(option.onShelf, QUANTITY_CAP);
  const isSilent = plan.oddity === 'quantities-null';
  const isAvailableNull = isSilent || plan.oddity === 'available-null-quantity-given';
  const price = plan.licence === 'medical' ? option.medical : option.recreational;
  return {
    option: option.option,
    price,
    recPrice: plan.licence === 'medical' ? null : option.recreational,
    // The real menu leaves this field empty even for an option with a medical price.
    medPrice: null,
    quantity: isSilent ? null : shown,
    quantityAvailable: isAvailableNull ? null : shown,
    kioskQuantityAvailable: isAvailableNull ? null : shown,
    canonicalEffectivePotencyMg: plan.index % 3 === 0 ? null : 0,
    packageQuantity: null,
    recEquivalent: null,
    standardEquivalent: plan.index % 2 === 0 ? null : { value: 1, unit: 'GRAMS' },
    __typename: 'Products_POSMetaData_children',
  };
}
