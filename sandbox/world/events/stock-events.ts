import type { OptionState, ProductState } from '../product-state.ts';
import { chooseOneIn } from './event-kind.ts';
import type { EventKind } from './event-kind.ts';

const RUN_DOWN = 3;
const RESTOCKED = 300;
const SOLD_EACH_PASS = 20;
/** Six passes are a day: a pass is four hours of the world's time. */
const PASSES_OF_A_DAY = 6;

/** Events that change the stock, or what a menu says about it. */
export const STOCK_EVENTS: readonly EventKind[] = [
  {
    name: 'closed-for-renovation',
    about: 'The store closes: all products are out of stock, and those without a count are inactive.',
    frequency: 'rare',
    ends: true,
    changeMenu: (menu) =>
      menu.map((state) => ({
        ...changeOptions(state, { onShelf: () => 0 }),
        isActive: state.isActive && isCounted(state),
      })),
  },
  {
    name: 'restock',
    about: 'Each option runs down to 3, is restocked to 300 a pass later, and then sells.',
    frequency: 'ordinary',
    ends: false,
    changeMenu: (menu, { age }) =>
      menu.map((state) =>
        changeOptions(state, {
          onShelf: (usual) =>
            age === 0 ? RUN_DOWN : Math.max(usual, RESTOCKED - (age - 1) * SOLD_EACH_PASS),
        }),
      ),
  },
  {
    name: 'sell-out-day',
    about: 'For six passes seven products of eight are out of stock.',
    frequency: 'rare',
    ends: true,
    changeMenu: (menu, moment) => {
      if (moment.age >= PASSES_OF_A_DAY) return [...menu];
      const isLeft = chooseOneIn(8, moment);
      return menu.map((state) => (isLeft(state) ? state : changeOptions(state, { onShelf: () => 0 })));
    },
  },
  {
    name: 'quantities-unreported',
    about: 'The link to the till is lost: no quantity is reported.',
    frequency: 'rare',
    ends: true,
    changeMenu: (menu) => menu.map((state) => changeOptions(state, { source: () => 'unknown' })),
  },
  {
    name: 'counted-by-hand',
    about: 'The link to the till is lost, and staff count the same stock by hand, also above 25.',
    frequency: 'rare',
    ends: true,
    needs: {
      description: 'whose till reports quantities',
      isMet: ({ menu }) => menu.some(({ record }) => (record['POSMetaData'] ?? null) !== null),
    },
    changeMenu: (menu) =>
      menu.map((state) =>
        changeOptions(state, { source: (source) => (source === 'till' ? 'hand' : source) }),
      ),
  },
  {
    name: 'count-too-high',
    about: 'Each count is 3 too high, as long as the event lasts.',
    frequency: 'rare',
    ends: true,
    changeMenu: (menu) => menu.map((state) => changeOptions(state, { onShelf: (usual) => usual + 3 })),
  },
];

interface StockChange {
  onShelf?: (usual: number) => number;
  source?: (usual: OptionState['source']) => OptionState['source'];
}

function changeOptions(
  state: ProductState,
  { onShelf = unchanged, source = unchanged }: StockChange,
): ProductState {
  return {
    ...state,
    plan: { ...state.plan, stock: source(state.plan.stock) },
    options: state.options.map((option) => ({
      ...option,
      onShelf: onShelf(option.onShelf),
      source: source(option.source),
    })),
  };
}

function unchanged<T>(usual: T): T {
  return usual;
}

function isCounted({ plan, options }: ProductState): boolean {
  return plan.oddity !== 'quantities-null' && options.every(({ source }) => source !== 'unknown');
}
