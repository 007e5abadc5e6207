/** How an offer changes a price. */
export type Discount =
  | { kind: 'percent'; percent: number }
  /** The price is lowered by this many dollars. */
  | { kind: 'amount'; dollars: string }
  /** The price becomes this many dollars, whatever the list price. */
  | { kind: 'price'; dollars: string };

/** Which of the two price lists an offer applies to. */
export type SpecialMenu = 'both' | 'medical' | 'recreational';

interface SpecialBase {
  id: string | null;
  name: string | null;
  /** The meaning of the offer, for people. */
  meaning: string;
  /** Null if the offer does not say. */
  menu: SpecialMenu | null;
  /** Labels of the options the offer applies to; null for all of them. */
  options: string[] | null;
}

/** An offer that lowers prices. The options' special prices already have the result; the sale explains where they come from. */
export interface SaleSpecial extends SpecialBase {
  type: 'sale';
  /** Null if the platform does not say, or contradicts itself. */
  discount: Discount | null;
}

/** Buy some, get some: what must be in the cart, and the reward. Such an offer lowers no option's price by itself. */
export interface BogoSpecial extends SpecialBase {
  type: 'bogo';
  /** ISO 8601; null if the offer does not say. */
  endsAt: string | null;
  /** Whether all conditions must hold, or one. */
  conditionsJoin: 'and' | 'or';
  conditions: SpecialPart[];
  rewardsJoin: 'and' | 'or';
  rewards: (SpecialPart & { discount: Discount | null })[];
  /** What the whole cart must contain. */
  totals: Threshold[];
  /** The discount on the price of all items together. */
  bundle: Discount | null;
  /** How many times one order may use the offer; null if the offer does not say. */
  redemptionsMax: number | null;
}

export type CanonicalSpecial = SaleSpecial | BogoSpecial;

/** The items of a condition or a reward. Lists hold names, or ids where there is no name; an empty list means that the offer names none. */
export interface SpecialPart {
  /** The platform's word for how the items are chosen: `brands`, `categories`, `individual`. */
  group: string | null;
  brands: string[];
  categories: string[];
  weights: string[];
  /** How many products are named individually. */
  products: number;
  thresholds: Threshold[];
}

/** A required amount. */
export interface Threshold {
  of: 'quantity' | 'weight' | 'spend';
  operator: 'at least' | 'exactly' | 'more than' | 'at most' | 'less than';
  /** Items, or dollars as text; for a weight, the label's text, such as `3.5g`. */
  amount: string;
  max: string | null;
}

/** Describes a sale in words. */
export function describeSale(sale: Pick<SaleSpecial, 'discount' | 'menu' | 'options'>): string {
  const discount = sale.discount === null ? 'an unstated discount' : describeDiscount(sale.discount);
  return `${discount}${describeReach(sale)}`;
}

/** Describes a bogo offer in words: what to buy, and the reward. */
export function describeBogo(bogo: Omit<BogoSpecial, 'meaning' | 'type' | 'id' | 'name'>): string {
  const conditions = bogo.conditions.map((part) => describePart(part)).join(` ${bogo.conditionsJoin} `);
  const totals = bogo.totals.map(describeThreshold).join(' and ');
  const bought = [conditions, totals].filter((text) => text !== '').join(', in all ');
  const rewards = bogo.rewards
    .filter((reward) => reward.discount !== null)
    .map((reward) => describeReward(reward))
    .join(` ${bogo.rewardsJoin} `);
  const gained = bogo.bundle === null ? rewards : `all together ${describeDiscount(bogo.bundle)}`;
  return `buy ${bought || 'something'}: ${gained || 'an unstated reward'}${describeReach(bogo)}`;
}

/** Describes a discount, such as `25 % off` or `for 17.00 dollars`. */
function describeDiscount(discount: Discount): string {
  switch (discount.kind) {
    case 'percent':
      return `${discount.percent} % off`;
    case 'amount':
      return `${discount.dollars} dollars off`;
    case 'price':
      return `for ${discount.dollars} dollars`;
  }
}

function describeReach({ menu, options }: Pick<SpecialBase, 'menu' | 'options'>): string {
  const parts = [
    options === null ? '' : options.join(', ') || 'no option',
    menu === null || menu === 'both' ? '' : `${menu} menu`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

function describeReward({ discount, ...part }: SpecialPart & { discount: Discount | null }): string {
  const items = describePart(part);
  const gain = discount === null ? '' : describeDiscount(discount);
  return items === 'items' ? gain : `${items} ${gain}`;
}

function describePart({ thresholds, products, ...part }: SpecialPart): string {
  const amounts = thresholds.map(describeThreshold).join(' and ');
  const of = [
    part.brands.length > 0 ? `brands ${part.brands.join(', ')}` : '',
    part.categories.length > 0 ? `categories ${part.categories.join(', ')}` : '',
    part.weights.length > 0 ? `sizes ${part.weights.join(', ')}` : '',
    products > 0 ? `${products} products` : '',
  ].filter((text) => text !== '');
  return `${amounts || 'items'}${of.length > 0 ? ` of ${of.join('; ')}` : ''}`;
}

function describeThreshold({ of, operator, amount, max }: Threshold): string {
  const unit = { quantity: '', weight: ' by weight', spend: ' dollars' }[of];
  return `${operator} ${amount}${unit}${max === null ? '' : `, at most ${max}${unit}`}`;
}
