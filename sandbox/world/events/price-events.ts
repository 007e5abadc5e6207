import { toCents } from '../plan-product.ts';
import { putOnSale } from '../product-state.ts';
import type { ProductState, Sale } from '../product-state.ts';
import type { EventKind, EventMoment } from './event-kind.ts';

/** Sales of the whole menu, and changes of all list prices. */
export const PRICE_EVENTS: readonly EventKind[] = [
  {
    name: 'closing-sale',
    about: 'Everything is sold off at 60 % less.',
    frequency: 'rare',
    ends: true,
    changeMenu: (menu, moment) => menu.map((state) => putOnSale(...saleOfAll(state, 60, moment))),
  },
  {
    name: 'all-on-sale',
    about: 'Everything is on sale, at 20 % less.',
    frequency: 'ordinary',
    ends: true,
    changeMenu: (menu, moment) => menu.map((state) => putOnSale(...saleOfAll(state, 20, moment))),
  },
  {
    name: 'sale-ends',
    about: 'All sales and offers end.',
    frequency: 'ordinary',
    ends: false,
    changeMenu: (menu) => menu.map((state) => ({ ...putOnSale(state, null), hasBogo: false })),
  },
  {
    name: 'price-rise',
    about: 'All prices rise by 8 %.',
    frequency: 'rare',
    ends: false,
    changeMenu: (menu) => menu.map((state) => multiplyPrices(state, { recreational: 1.08, medical: 1.08 })),
  },
  {
    name: 'new-tax',
    about: 'A tax of 10 % is added to recreational prices.',
    frequency: 'rare',
    ends: false,
    needs: {
      description: 'that sells recreationally',
      isMet: ({ profile }) => profile.place.licence !== 'medical',
    },
    changeMenu: (menu) => menu.map((state) => multiplyPrices(state, { recreational: 1.1, medical: 1 })),
  },
];

function saleOfAll(state: ProductState, percent: number, moment: EventMoment): [ProductState, Sale] {
  const sale = {
    menu: 'both',
    kind: 'percent',
    amount: percent,
    startedAtPass: moment.pass - moment.age,
  } as const;
  // A sale of the whole menu omits no option. Nobody enters it product by product, so it has no mistakes of single products.
  const isOdd =
    state.plan.oddity === 'special-for-some-options' || state.plan.oddity === 'special-above-base-price';
  return [isOdd ? { ...state, plan: { ...state.plan, oddity: null } } : state, sale];
}

function multiplyPrices(
  state: ProductState,
  factors: Record<'recreational' | 'medical', number>,
): ProductState {
  const options = state.options.map((option) => ({
    ...option,
    recreational: toCents(option.recreational * factors.recreational),
    medical: toCents(option.medical * factors.medical),
  }));
  return putOnSale({ ...state, options }, state.sale);
}
