/** What an offer takes off, or makes of, a price. */
export type Discount =
  | { kind: 'percent'; percent: number }
  /** So many dollars less. */
  | { kind: 'amount'; dollars: string }
  /** It sells at so many dollars, whatever the list price. */
  | { kind: 'price'; dollars: string };

/** Which of the two price lists an offer is for. */
export type SpecialMenu = 'both' | 'medical' | 'recreational';

interface SpecialBase {
  id: string | null;
  name: string | null;
  /** What the offer means, in words, for people. */
  meaning: string;
  /** Null: it does not say. */
  menu: SpecialMenu | null;
  /** Labels of the options that it is for; null: all of them. */
  options: string[] | null;
}

/** A lowered price. Its result stands in the special prices of the options; this says where they come from. */
export interface SaleSpecial extends SpecialBase {
  type: 'sale';
  /** Null: the platform does not say, or says two things at once. */
  discount: Discount | null;
}

/** Buy some, get some: what must be in the cart, and what comes of it. It lowers no price of an option by itself. */
export interface BogoSpecial extends SpecialBase {
  type: 'bogo';
  /** ISO 8601; null: it does not say. */
  endsAt: string | null;
  /** Whether all conditions must hold, or one. */
  conditionsJoin: 'and' | 'or';
  conditions: SpecialPart[];
  rewardsJoin: 'and' | 'or';
  rewards: (SpecialPart & { discount: Discount | null })[];
  /** What the whole cart must hold. */
  totals: Threshold[];
  /** What is made of the price of all items together. */
  bundle: Discount | null;
  /** How often one order may have it. */
  redemptionsMax: number | null;
}

export type CanonicalSpecial = SaleSpecial | BogoSpecial;

/** The items that a condition or a reward is about. Empty lists: it does not say. Lists hold names, or ids without names. */
export interface SpecialPart {
  /** The platform's word for how they are chosen: `brands`, `categories`, `individual`. */
  group: string | null;
  brands: string[];
  categories: string[];
  weights: string[];
  /** How many products are named one by one. */
  products: number;
  thresholds: Threshold[];
}

/** How much of something there must be. */
export interface Threshold {
  of: 'quantity' | 'weight' | 'spend';
  operator: 'at least' | 'exactly' | 'more than' | 'at most' | 'less than';
  /** Items, or dollars as text; a weight is the label's text, such as `3.5g`. */
  amount: string;
  max: string | null;
}

/** What a sale means, in words. */
export function describeSale(sale: Pick<SaleSpecial, 'discount' | 'menu' | 'options'>): string {
  const discount = sale.discount === null ? 'a discount that is not told' : describeDiscount(sale.discount);
  return `${discount}${describeReach(sale)}`;
}

/** What a bogo offer means, in words: what to buy, and what comes of it. */
export function describeBogo(bogo: Omit<BogoSpecial, 'meaning' | 'type' | 'id' | 'name'>): string {
  const conditions = bogo.conditions.map((part) => describePart(part)).join(` ${bogo.conditionsJoin} `);
  const totals = bogo.totals.map(describeThreshold).join(' and ');
  const bought = [conditions, totals].filter((words) => words !== '').join(', in all ');
  const rewards = bogo.rewards
    .filter((reward) => reward.discount !== null)
    .map((reward) => describeReward(reward))
    .join(` ${bogo.rewardsJoin} `);
  const gained = bogo.bundle === null ? rewards : `all together ${describeDiscount(bogo.bundle)}`;
  return `buy ${bought || 'something'}: ${gained || 'a reward that is not told'}${describeReach(bogo)}`;
}

/** What a discount means, such as `25 % off` or `for 17.00 dollars`. */
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
  const words = [
    options === null ? '' : options.join(', ') || 'no option',
    menu === null || menu === 'both' ? '' : `${menu} menu`,
  ].filter((word) => word !== '');
  return words.length === 0 ? '' : ` (${words.join('; ')})`;
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
  ].filter((words) => words !== '');
  return `${amounts || 'items'}${of.length > 0 ? ` of ${of.join('; ')}` : ''}`;
}

function describeThreshold({ of, operator, amount, max }: Threshold): string {
  const unit = { quantity: '', weight: ' by weight', spend: ' dollars' }[of];
  return `${operator} ${amount}${unit}${max === null ? '' : `, at most ${max}${unit}`}`;
}
