import { chooseOneIn } from './event-kind.ts';
import type { EventKind, EventMoment } from './event-kind.ts';
import type { ProductState } from '../product-state.ts';

const SMALL_SHOP_PRODUCTS_MAX = 19;
const DELIVERED = 60;

/** Events that change which products a store has. */
export const RANGE_EVENTS: readonly EventKind[] = [
  {
    name: 'half-leaves',
    about: 'The store gives up half of its menu.',
    frequency: 'rare',
    ends: false,
    changeRange: leaveHalf,
  },
  {
    name: 'small-shop-halves',
    about: 'A small shop gives up half of its menu.',
    frequency: 'ordinary',
    ends: false,
    needs: {
      description: `with 2 to ${SMALL_SHOP_PRODUCTS_MAX} products`,
      isMet: ({ menu }) => menu.length >= 2 && menu.length <= SMALL_SHOP_PRODUCTS_MAX,
    },
    changeRange: leaveHalf,
  },
  {
    name: 'delivery',
    about: 'A delivery brings 60 products that the store never had.',
    frequency: 'ordinary',
    ends: false,
    changeRange: (menu, moment) => [...menu, ...newProducts(DELIVERED, moment)],
  },
  {
    name: 'seasonal-exchange',
    about: 'A third of the products leaves, and as many new ones come.',
    frequency: 'rare',
    ends: false,
    changeRange: (menu, moment) => {
      const leaves = chooseOneIn(3, moment);
      const count = Math.round(moment.plans().length / 3);
      return [...menu.filter((state) => !leaves(state)), ...newProducts(count, moment)];
    },
  },
];

function leaveHalf(menu: readonly ProductState[], moment: EventMoment): ProductState[] {
  const leaves = chooseOneIn(2, moment);
  return menu.filter((state) => !leaves(state));
}

function newProducts(count: number, moment: EventMoment): ProductState[] {
  return Array.from({ length: count }, (_, number) => moment.newProduct(number));
}
