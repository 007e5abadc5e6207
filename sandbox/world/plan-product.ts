import { NEEDS_SEVERAL_OPTIONS, NEEDS_TILL, ODDITIES, ROLES } from './oddity.ts';
import type { Oddity, Role } from './oddity.ts';
import { logoOf } from './brand-logo.ts';
import type { BrandLogo } from './brand-logo.ts';
import { enterpriseIdOf } from './chain-article.ts';
import { IMAGE_BASE } from './image-base.ts';
import type { Licence } from './places.ts';
import { HEX, createRandom } from './random.ts';
import type { Random } from './random.ts';
import {
  BRANDS,
  CATEGORY_RULES,
  CULTIVARS,
  FLAVOURS,
  GEAR,
  STRAIN_TYPES,
  priceFactorOf,
  tillSpelling,
} from './words.ts';
import type { CategoryRule } from './words.ts';

/** Where the stock of an option comes from. `till`: the store's till reports it. `hand`: staff count it. `unknown`: nobody reports it. */
export type StockSource = 'till' | 'hand' | 'unknown';

export interface OptionPlan {
  option: string;
  tillSpelling: string;
  /** Prices in dollars before any change. */
  recreational: number;
  medical: number;
  source: StockSource;
}

/** Everything about a product that stays the same while the world evolves. */
export interface ProductPlan {
  id: string;
  /** The product's first id and category. The product's contents depend on them, whatever the till calls the product later. */
  origin: { id: string; category: string };
  index: number;
  storeId: string;
  licence: Licence;
  cName: string;
  /** The name as the menu spells it, including superfluous white space. */
  name: string;
  brand: { id: string; name: string; logo: BrandLogo } | null;
  /** Shared by the stores of a chain; null where there is none. */
  enterpriseId: string | null;
  category: string;
  subcategory: string | null;
  strainType: string | null;
  options: OptionPlan[];
  stock: StockSource;
  oddity: Oddity | null;
  role: Role | null;
  image: string;
  imageAnswers: boolean;
  createdAtMs: number;
}

export interface StoreForProducts {
  seed: number;
  storeIndex: number;
  storeId: string;
  licence: Licence;
  stock: 'till' | 'hand';
}

const FIRST_CREATED_MS = Date.UTC(2025, 0, 6);
const DAY_MS = 86_400_000;
// The end of the address of a missing picture. The server recognizes it, so it needs no list of a large world's pictures.
const MISSING_TAIL = 'dead';

/** Plans the product with this index of a store. The same seed, store and index always give the same plan. */
export function planProduct(store: StoreForProducts, index: number): ProductPlan {
  const random = createRandom(store.seed, 'product', store.storeIndex, index);
  const role = store.storeIndex === 0 ? (ROLES[index] ?? null) : null;
  const oddity = role ? null : oddityOf(store.storeIndex, index);
  const rule = oddity === 'option-old-concentrate' ? ruleOf('Concentrate') : pickRule(random);
  const stock = role ? store.stock : stockOf(oddity, store.stock);
  const name = nameOf({ random, rule, oddity });
  const image = imageOf(random, oddity);
  const id = random.text(HEX, 24);
  const category = oddity === 'category-not-applicable' ? 'N/A' : rule.category;
  const brand = brandOf(random, oddity);
  return {
    id,
    origin: { id, category },
    index,
    storeId: store.storeId,
    licence: store.licence,
    cName: `${name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')}-${10_000 + index}`,
    name,
    brand,
    enterpriseId: enterpriseIdOf({ ...store, category, name, brand: brand?.name ?? null }),
    category,
    subcategory: oddity === 'subcategory-empty' ? '' : random.pick(rule.subcategories),
    strainType: oddity === 'strain-not-applicable' ? 'N/A' : random.pick(STRAIN_TYPES),
    options: planOptions({ random, rule, oddity, stock }),
    stock,
    oddity,
    role,
    image,
    imageAnswers: image !== '' && !isMissingImage(image),
    createdAtMs: FIRST_CREATED_MS + random.whole(0, 200) * DAY_MS + random.whole(0, DAY_MS - 1),
  };
}

interface Draw {
  random: Random;
  rule: CategoryRule;
  oddity: Oddity | null;
}

// Returns the oddity of a product. Neighbouring stores start at different oddities, so that small menus together show all of them.
function oddityOf(storeIndex: number, index: number): Oddity | null {
  const step = storeIndex === 0 ? index - ROLES.length : index + storeIndex * 19;
  // After each oddity had its turn in the menu, twice as many products without oddity follow.
  const turn = step % (ODDITIES.length * 3);
  return ODDITIES[turn] ?? null;
}

function stockOf(oddity: Oddity | null, usual: 'till' | 'hand'): StockSource {
  if (oddity === 'inventory-unknown') return 'unknown';
  if (oddity === 'inventory-of-other-kind') return usual === 'till' ? 'hand' : 'till';
  return oddity && NEEDS_TILL.has(oddity) ? 'till' : usual;
}

function pickRule(random: Random): CategoryRule {
  const total = CATEGORY_RULES.reduce((sum, rule) => sum + rule.share, 0);
  let left = random.next() * total;
  for (const rule of CATEGORY_RULES) {
    left -= rule.share;
    if (left < 0) return rule;
  }
  return ruleOf('Flower');
}

function ruleOf(category: string): CategoryRule {
  const rule = CATEGORY_RULES.find((candidate) => candidate.category === category);
  if (!rule) throw new Error(`Expected a known category, got ${category}.`);
  return rule;
}

function planOptions({ random, rule, oddity, stock }: Draw & { stock: StockSource }): OptionPlan[] {
  const names = optionNamesOf({ random, rule, oddity });
  const unitPrice = random.whole(rule.priceFrom, rule.priceTo);
  const medicalFactor = random.pick([1, 1, 0.9, 0.85]);
  return names.map((option, position) => {
    const isLast = position === names.length - 1;
    const recreational = basePriceOf({
      whole: Math.round(unitPrice * priceFactorOf(option)),
      oddity,
      isFirst: position === 0,
    });
    return {
      option,
      tillSpelling: oddity === 'raw-options-disagree' ? `${option} ea` : tillSpelling(option),
      recreational,
      medical: toCents(recreational * medicalFactor),
      source: isLast ? sourceOfLast(oddity, stock) : stock,
    };
  });
}

function optionNamesOf({ random, rule, oddity }: Draw): readonly string[] {
  if (oddity === 'option-not-applicable') return ['N/A'];
  if (oddity === 'option-old-concentrate') return random.pick([['1gC'], ['1gC', '2gC'], ['3.5gC']]);
  if (oddity === 'option-leading-point') return ['.5g'];
  if (oddity && NEEDS_SEVERAL_OPTIONS.has(oddity)) return ['1g', '1/8oz', '1/4oz', '1/2oz'];
  return random.pick(rule.optionSets);
}

function basePriceOf(price: { whole: number; oddity: Oddity | null; isFirst: boolean }): number {
  if (price.oddity === 'price-zero' && price.isFirst) return 0;
  if (price.oddity === 'price-one-cent' && price.isFirst) return 0.01;
  return price.oddity === 'prices-fractional' ? toCents(price.whole + 0.3) : price.whole;
}

function sourceOfLast(oddity: Oddity | null, stock: StockSource): StockSource {
  if (oddity === 'children-fewer') return 'unknown';
  return oddity === 'child-missing-but-counted-by-hand' ? 'hand' : stock;
}

function brandOf(random: Random, oddity: Oddity | null): ProductPlan['brand'] {
  const name = random.pick(BRANDS);
  const tail = random.text(HEX, 12);
  if (oddity === 'brand-null') return null;
  const spelled: Partial<Record<Oddity, string>> = {
    'brand-empty': '',
    'brand-trailing-space': `${name} `,
    'brand-double-space': `${name}  Reserve`,
  };
  const id = `${random.text(HEX, 8)}-${random.text(HEX, 4)}-4${random.text(HEX, 3)}-a${random.text(HEX, 3)}-${tail}`;
  const spelledName = (oddity && spelled[oddity]) ?? name;
  return { id, name: spelledName, logo: logoOf(spelledName) };
}

function nameOf({ random, rule, oddity }: Draw): string {
  const isGear = rule.category === 'Accessories';
  const isFlavoured = rule.category === 'Edible' || rule.category === 'Oral' || rule.category === 'Tincture';
  const subject = isGear ? random.pick(GEAR) : random.pick(isFlavoured ? FLAVOURS : CULTIVARS);
  const plain = isGear
    ? subject
    : random.pick([
        `${subject} | ${rule.noun}`,
        subject,
        `${subject} - ${rule.noun} (S)`,
        `${subject} & Co. | ${rule.noun}`,
      ]);
  const spelled: Partial<Record<Oddity, string>> = {
    'name-with-inch-mark': `6" Brush "${subject}" | 44pk`,
    'name-with-double-space': ` ${subject}  ${rule.noun}   (H) (1.0g) `,
    'name-with-emoji': `\u{1F525} ${subject} \u{1F33F} caf\u00e9 ed.`,
    'name-with-till-code': `M{304} ${subject} N{S/O} | 10 x .35g`,
  };
  return (oddity && spelled[oddity]) ?? plain;
}

function imageOf(random: Random, oddity: Oddity | null): string {
  const digest = random.text(HEX, 32);
  const roll = random.next();
  if (oddity === 'image-empty') return '';
  if (oddity === 'image-stock' || roll < 0.03)
    return `${IMAGE_BASE}/flower-stock-${1 + Math.floor(random.next() * 4)}-v1.jpg`;
  return `${IMAGE_BASE}/${oddity === 'image-missing' ? digest.slice(0, -MISSING_TAIL.length) + MISSING_TAIL : digest}`;
}

/** Whether the picture at this address is planned to be missing: the menu names it, but no server has it. */
export function isMissingImage(address: string): boolean {
  return address.endsWith(MISSING_TAIL);
}

/** Rounds money to whole cents. */
export function toCents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
