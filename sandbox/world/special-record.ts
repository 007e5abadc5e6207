import type { MenuRecord } from './menu-record.ts';
import type { ProductState, Sale } from './product-state.ts';
import { HEX } from './random.ts';
import type { Random } from './random.ts';

/** Returns an entry of `saleSpecials`, where one of three booleans says what `discount` means. */
export function saleSpecial({
  random,
  state,
  sale,
}: {
  random: Random;
  state: ProductState;
  sale: Sale;
}): MenuRecord {
  const isPartial = state.plan.oddity === 'special-for-some-options';
  const eligible = state.options.filter((_, position) => position % 2 === 0).map(({ option }) => option);
  return {
    specialId: random.text(HEX, 24),
    specialName: ` ${sale.amount} deal  `,
    specialType: 'sale',
    discount: sale.amount,
    percentDiscount: sale.kind === 'percent',
    dollarDiscount: sale.kind === 'dollar',
    targetPrice: sale.kind === 'target',
    menuType: sale.menu === 'both' ? 'both' : sale.menu,
    eligibleProductOptions: isPartial ? eligible : null,
    saleDiscounts: null,
    specialRestrictions: {},
    source: state.plan.stock === 'till' ? 'POS' : null,
    sourceId: state.plan.stock === 'till' ? String(random.whole(10_000, 99_999)) : null,
    stackingMode: null,
    stackingBehavior: null,
    createdBy: random.text(HEX, 24),
    version: 3,
    __typename: 'Products_specialData_saleSpecials',
  };
}

/** Returns an entry of `bogoSpecials`, where some numbers are strings, as on the real menu. */
export function bogoSpecial(random: Random, state: ProductState): MenuRecord {
  const specialId = random.text(HEX, 24);
  const total = { enabled: true, maxQuantity: null, quantity: 2, quantityOperator: 'greaterThanEqualTo' };
  return {
    specialId,
    specialName: 'Bring a friend: second one for less',
    specialType: 'bogo',
    applyRewardsToConditions: true,
    bogoConditionLogicOperator: 'and',
    bogoConditions: [
      {
        _id: random.text(HEX, 24),
        productGroup: 'categories',
        categoryNames: [state.plan.category],
        totalQuantity: total,
        totalSpend: null,
        totalWeight: null,
      },
    ],
    bogoRewardLogicOperator: 'and',
    bogoRewards: [
      {
        _id: random.text(HEX, 24),
        productGroup: null,
        discountType: 'percentDiscount',
        percentDiscount: '40.00',
        dollarDiscount: null,
        targetPrice: null,
      },
    ],
    discountBundle: { value: '75', discountType: 'targetPrice', applyTo: 'bundle' },
    endStamp: '1893456000000',
    qualifyingOptions: state.options.map(({ option }) => option),
    __typename: 'Products_specialData_bogoSpecials',
  };
}
