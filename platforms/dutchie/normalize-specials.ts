import {
  describeBogo,
  describeSale,
  type BogoSpecial,
  type CanonicalSpecial,
  type SaleSpecial,
  type SpecialMenu,
  type SpecialPart,
} from '../../domain/special.ts';
import { readDiscount, readFlaggedDiscount, readTypedDiscount } from './read-discount.ts';
import {
  listAt,
  noteFlaw,
  recordAt,
  recordsAt,
  textsAt,
  textAt,
  tidyTextAt,
  amountAt,
  describeValue,
  type Source,
} from '../read-fields.ts';
import { readThresholds } from './read-thresholds.ts';
import { timeOfMilliseconds } from './read-time.ts';

/** More offers than any product has; a longer list is an error of the source. */
const SPECIALS_MAX = 100;

/** The most names kept, because a scope may list thousands of brands and categories. */
const NAMES_MAX = 50;

/** Reads the offers attached to a product; sales come first. */
export function readSpecials(product: Source): CanonicalSpecial[] {
  const data = recordAt(product, 'specialData');
  if (data === null) return [];
  const sales = recordsAt(data, 'saleSpecials').map(readSale);
  const bogos = recordsAt(data, 'bogoSpecials').map((special) => readBogo(special, product));
  const specials = [...sales, ...bogos];
  if (specials.length > SPECIALS_MAX)
    noteFlaw(product, 'specialData', `expected at most ${SPECIALS_MAX} offers, got ${specials.length}`);
  return specials.slice(0, SPECIALS_MAX);
}

function readSale(special: Source): SaleSpecial {
  const sale = {
    menu: readMenu(special),
    options:
      listAt(special, 'eligibleProductOptions') === null ? null : textsAt(special, 'eligibleProductOptions'),
    discount: readFlaggedDiscount(special) ?? readSaleDiscounts(special),
  };
  return { type: 'sale', ...readName(special), meaning: describeSale(sale), ...sale };
}

/** Reads the discount of a sale that no flag explains: that of `saleDiscounts`, if all its entries agree; null otherwise. */
function readSaleDiscounts(special: Source) {
  const discounts = recordsAt(special, 'saleDiscounts').map(readTypedDiscount);
  const [first = null] = discounts;
  const isAgreed = discounts.every((discount) => JSON.stringify(discount) === JSON.stringify(first));
  return isAgreed ? first : null;
}

function readBogo(special: Source, product: Source): BogoSpecial {
  const name = readName(special);
  const bogo = {
    menu: readMenu(special),
    options: readQualifyingOptions(special) ?? optionsOfSpecial(product, name.id),
    endsAt: timeOfMilliseconds(special, 'endStamp'),
    conditionsJoin: readJoin(special, 'bogoConditionLogicOperator'),
    conditions: recordsAt(special, 'bogoConditions').map(readPart),
    rewardsJoin: readJoin(special, 'bogoRewardLogicOperator'),
    rewards: recordsAt(special, 'bogoRewards').map((reward) => ({
      ...readPart(reward),
      discount: readTypedDiscount(reward) ?? readDiscount(reward),
    })),
    totals: readThresholds(special),
    bundle: readBundle(special),
    redemptionsMax: amountAt(special, 'redemptionLimit'),
  };
  return { type: 'bogo', ...name, meaning: describeBogo(bogo), ...bogo };
}

function readName(special: Source): { id: string | null; name: string | null } {
  return { id: textAt(special, 'specialId'), name: tidyTextAt(special, 'specialName') };
}

function readMenu(special: Source): SpecialMenu | null {
  const menu = textAt(special, 'menuType');
  if (menu === null || menu === 'both' || menu === 'medical' || menu === 'recreational') return menu;
  return noteFlaw(special, 'menuType', `expected both, medical or recreational, got ${describeValue(menu)}`);
}

function readJoin(special: Source, key: string): 'and' | 'or' {
  return textAt(special, key) === 'or' ? 'or' : 'and';
}

function readQualifyingOptions(special: Source): string[] | null {
  return listAt(special, 'qualifyingOptions') === null ? null : textsAt(special, 'qualifyingOptions');
}

/** Returns the options of an offer, which old records list in `specialIdsPerOption`; null if there is no such list. */
function optionsOfSpecial(product: Source, id: string | null): string[] | null {
  if (id === null || !Array.isArray(product.record['specialIdsPerOption'])) return null;
  const options = recordsAt(product, 'specialIdsPerOption').flatMap((entry) => {
    const ids = [...textsAt(entry, 'conditionIds'), ...textsAt(entry, 'rewardIds')];
    const option = textAt(entry, 'option');
    return option !== null && ids.includes(id) ? [option] : [];
  });
  return options.length === 0 ? null : options;
}

function readPart(part: Source): SpecialPart {
  return {
    group: tidyTextAt(part, 'productGroup'),
    brands: firstNames(part, ['brandNames', 'brandName', 'brandIds', 'brandId']),
    categories: firstNames(part, ['categoryNames', 'categoryName', 'categoryIds']),
    weights: firstNames(part, ['weights', 'weight']),
    products: listAt(part, 'productIds')?.length ?? (textAt(part, 'productId') === null ? 0 : 1),
    thresholds: readThresholds(part),
  };
}

/**
 * Returns the texts of the first of these fields that has a value, which is a list of texts or one text. The caller lists names before
 * ids.
 */
function firstNames(part: Source, keys: string[]): string[] {
  for (const key of keys) {
    const value = part.record[key];
    if (typeof value === 'string') return [tidyTextAt(part, key)].filter((text) => text !== null);
    const names = textsAt(part, key);
    if (names.length > 0) return names.slice(0, NAMES_MAX);
  }
  return [];
}

/** Reads the discount on the price of all items together. Older offers state it as several items for one price. */
function readBundle(special: Source) {
  const bundle = recordAt(special, 'discountBundle');
  if (bundle !== null && bundle.record['enabled'] !== false) return readTypedDiscount(bundle);
  const forAPrice = recordAt(special, 'itemsForAPrice');
  if (forAPrice === null || forAPrice.record['enabled'] === false) return null;
  return readTypedDiscount({ ...forAPrice, record: { ...forAPrice.record, discountType: 'targetPrice' } });
}
