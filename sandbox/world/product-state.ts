import type { Role } from './oddity.ts';
import { toCents } from './plan-product.ts';
import type { OptionPlan, ProductPlan, StockSource } from './plan-product.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';

export interface OptionState {
  option: string;
  tillSpelling: string;
  recreational: number;
  medical: number;
  /** null when the option is not part of a sale on the recreational menu. */
  recreationalSpecial: number | null;
  medicalSpecial: number | null;
  source: StockSource;
  /** The real stock. What the menu shows of it depends on the source. */
  onShelf: number;
}

export interface Sale {
  menu: 'both' | 'recreational' | 'medical';
  kind: 'percent' | 'dollar' | 'target';
  amount: number;
  startedAtPass: number;
}

/** A product in one pass. */
export interface ProductState {
  plan: ProductPlan;
  pass: number;
  isActive: boolean;
  options: OptionState[];
  sale: Sale | null;
  hasBogo: boolean;
}

/** The largest quantity that a till lets the menu show. */
export const QUANTITY_CAP = 25;

/** Returns the product in this pass; null while it is off the menu. Depends only on plan and pass. */
export function productAt(plan: ProductPlan, pass: number): ProductState | null {
  return isOnMenu(plan, pass) ? stateOf(plan, pass) : null;
}

/** Returns the product in this pass, whether it is on the menu or not. */
export function stateOf(plan: ProductPlan, pass: number): ProductState {
  const listed: ProductState = {
    plan,
    pass,
    isActive: plan.oddity !== 'status-inactive',
    options: plan.options.map((_, position) => optionAt({ plan, pass, position })),
    sale: null,
    hasBogo: hasBogoAt(plan, pass),
  };
  return putOnSale(listed, saleAt(plan, pass));
}

/** Returns the product with this sale, or with none, at its present list prices. */
export function putOnSale(state: ProductState, offered: Sale | null): ProductState {
  const sale = lowering(state, offered);
  const isPartial = state.plan.oddity === 'special-for-some-options';
  const isAbove = state.plan.oddity === 'special-above-base-price';
  const options = state.options.map((option, position) => {
    const special = (price: number, otherMenu: Sale['menu']) => {
      if (sale === null || sale.menu === otherMenu || (isPartial && position % 2 === 1)) return null;
      const reduced = salePrice({ price, sale, isAbove });
      // An option whose price the sale does not lower is not part of it.
      return isAbove || reduced < price ? reduced : null;
    };
    return {
      ...option,
      recreationalSpecial: special(option.recreational, 'medical'),
      medicalSpecial: special(option.medical, 'recreational'),
    };
  });
  return { ...state, sale, options };
}

function isOnMenu(plan: ProductPlan, pass: number): boolean {
  const absences: Partial<Record<Role, boolean>> = {
    'leaves-for-one-pass': pass === 1,
    'leaves-for-two-passes': pass === 1 || pass === 2,
    'leaves-for-four-passes': pass >= 1 && pass <= 4,
    'leaves-for-good': pass >= 1,
    arrives: pass === 0,
  };
  if (plan.role) return !absences[plan.role];
  const random = createRandom(plan.id, 'presence');
  const roll = random.next();
  const when = random.whole(1, 20);
  // The absences of 1 to 6 passes recur, so that in every pass some products are away and some return.
  if (roll < 0.04) return (pass + when) % 7 !== 0;
  if (roll < 0.07) return (pass + when) % 15 >= random.whole(2, 6);
  if (roll < 0.095) return pass < when;
  return roll < 0.12 ? pass >= when : true;
}

interface OptionMoment {
  plan: ProductPlan;
  pass: number;
  position: number;
}

function optionAt(moment: OptionMoment): OptionState {
  const option = moment.plan.options[moment.position];
  if (!option) throw new Error(`Expected an option at position ${moment.position} of ${moment.plan.id}.`);
  const factor = priceFactorAt(moment.plan, moment.pass);
  const [recreational, medical] = [movePrice(option.recreational, factor), movePrice(option.medical, factor)];
  return {
    ...option,
    recreational,
    medical,
    recreationalSpecial: null,
    medicalSpecial: null,
    onShelf: onShelfAt(moment, option),
  };
}

function priceFactorAt(plan: ProductPlan, pass: number): number {
  if (plan.role === 'price-moves') return pass % 2 === 0 ? 1 : 1.2;
  if (plan.role) return 1;
  const random = createRandom(plan.id, 'price pace');
  if (random.chance(0.7)) return 1;
  const [period, phase] = [random.whole(3, 8), random.whole(0, 7)];
  const epoch = Math.floor((pass + phase) / period);
  return createRandom(plan.id, 'price', epoch).pick([0.8, 0.9, 0.95, 1, 1.1, 1.2, 1.25]);
}

// Moves a price. Whole dollars, as most list prices, stay whole; prices below one dollar stay unchanged.
function movePrice(price: number, factor: number): number {
  if (factor === 1 || price < 1) return price;
  const moved = price * factor;
  return Number.isInteger(price) ? Math.max(1, Math.round(moved)) : toCents(moved);
}

function saleAt(plan: ProductPlan, pass: number): Sale | null {
  const random = createRandom(plan.id, 'sale');
  const [period, phase] = [random.whole(4, 10), random.whole(0, 9)];
  const [share, roll] = [random.next(), random.next()];
  const cycle = Math.floor((pass + phase) / period);
  const startedAtPass = cycle * period - phase;
  const build = (menu: Sale['menu']) =>
    newSale({ random: createRandom(plan.id, 'sale', cycle), menu, startedAtPass });
  if (plan.role) return isRoleOnSale(plan.role, pass) ? build('both') : null;
  switch (plan.oddity) {
    case 'special-recreational-only':
      return build('recreational');
    case 'special-medical-only':
      return build('medical');
    case 'special-for-some-options':
    case 'special-above-base-price':
    case 'sale-and-bogo':
      return build('both');
    case 'bogo-only':
    case 'special-data-empty-lists':
    case 'price-one-cent':
      return null;
    default:
      return roll < 0.35 && pass + phase - cycle * period < period * share
        ? build(random.pick(['both', 'both', 'recreational']))
        : null;
  }
}

/** Returns the sale. If it has a target price that would lower no option, returns a sale of 20 % instead. */
function lowering({ options }: ProductState, sale: Sale | null): Sale | null {
  if (sale?.kind !== 'target') return sale;
  const isLowered = (price: number) => sale.amount < price;
  if (options.some(({ recreational, medical }) => isLowered(recreational) && isLowered(medical))) return sale;
  return { ...sale, kind: 'percent', amount: 20 };
}

function isRoleOnSale(role: Role, pass: number): boolean {
  if (role === 'special-starts') return pass % 2 === 1;
  return role === 'special-stops' && pass % 2 === 0;
}

function newSale(draw: { random: Random; menu: Sale['menu']; startedAtPass: number }): Sale {
  const kind = draw.random.pick(['percent', 'percent', 'dollar', 'target'] as const);
  const amounts = { percent: [10, 15, 20, 25, 30, 50], dollar: [1, 2, 3], target: [5, 12, 17, 20] };
  return {
    menu: draw.menu,
    kind,
    amount: draw.random.pick(amounts[kind]),
    startedAtPass: draw.startedAtPass,
  };
}

function salePrice({ price, sale, isAbove }: { price: number; sale: Sale; isAbove: boolean }): number {
  if (isAbove) return toCents(price + 5);
  const reduced = {
    percent: price * (1 - sale.amount / 100),
    dollar: price - sale.amount,
    target: Math.min(price, sale.amount),
  };
  return Math.max(0, toCents(reduced[sale.kind]));
}

function hasBogoAt(plan: ProductPlan, pass: number): boolean {
  if (plan.role) return plan.role === 'bogo-starts' && pass % 2 === 1;
  if (plan.oddity === 'special-data-empty-lists') return false;
  if (plan.oddity === 'bogo-only' || plan.oddity === 'sale-and-bogo') return true;
  const random = createRandom(plan.id, 'bogo');
  return random.chance(0.05) && (pass + random.whole(0, 5)) % 6 < 3;
}

function onShelfAt({ plan, pass, position }: OptionMoment, option: OptionPlan): number {
  const isOdd = pass % 2 === 1;
  if (plan.role === 'sells-out') return isOdd ? 0 : 8;
  if (plan.role === 'restocks') return isOdd ? 8 : 0;
  if (plan.role === 'quantity-moves') return 5 + (pass % 4) * 3;
  if (plan.oddity === 'quantity-at-cap') return QUANTITY_CAP;
  const random = createRandom(plan.id, 'stock', position);
  const most = option.source === 'hand' ? 169 : 60;
  const [period, phase, usual] = [random.whole(5, 12), random.whole(0, 11), random.whole(1, most)];
  // One shelf in four is empty once in each cycle, and is then refilled.
  if (random.chance(0.25) && (pass + phase) % period === 0) return 0;
  if (plan.role) return usual;
  // Half of the shelves stay unchanged for three passes at a time.
  const moment = random.chance(0.5) ? Math.floor(pass / 3) : pass;
  const sold = createRandom(plan.id, 'sold', `${position}/${moment}`).next();
  return Math.max(1, Math.round(usual * (1 - sold * 0.8)));
}
