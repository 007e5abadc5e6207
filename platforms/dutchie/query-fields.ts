/** The fields that a query requests of an object: `true` for a value, nested fields for an object or a list of objects. */
export interface QueryFields {
  readonly [field: string]: true | QueryFields;
}

/** Returns the selection of a GraphQL query, without the outer braces. */
export function selectionOf(fields: QueryFields): string {
  return Object.entries(fields)
    .map(([field, inner]) => (inner === true ? field : `${field} { ${selectionOf(inner)} }`))
    .join(' ');
}

/** The fields of a store that the parser reads. */
export const STORE_FIELDS = {
  ...values('id name cName status address phone timezone'),
  location: { ...values('ln1 city state zipcode country'), geometry: values('coordinates') },
};

/** The amounts that an offer, or a part of one, requires. */
const TOTALS = {
  totalQuantity: values('enabled quantity maxQuantity quantityOperator'),
  totalWeight: values('enabled weight weightOperator'),
  totalSpend: values('enabled minimumSpend maximumSpend spendOperator'),
};

/** A condition or a reward of an offer. */
const PART = {
  ...values('productGroup productIds productId quantity weights weight'),
  ...values('brandNames brandName brandIds brandId categoryNames categoryName categoryIds'),
  ...TOTALS,
};

const SALE = {
  ...values('specialId specialName menuType eligibleProductOptions'),
  ...values('discount percentDiscount dollarDiscount targetPrice'),
  saleDiscounts: values('discountType discountAmount'),
};

const BOGO = {
  ...values('specialId specialName menuType qualifyingOptions endStamp redemptionLimit'),
  ...values('bogoConditionLogicOperator bogoRewardLogicOperator'),
  bogoConditions: PART,
  bogoRewards: {
    ...PART,
    ...values('discountType discountAmount percentDiscount dollarDiscount targetPrice'),
  },
  ...TOTALS,
  discountBundle: values('enabled discountType value'),
  itemsForAPrice: values('enabled value'),
};

/**
 * The fields of a product that the parsers read, except fields that only old records have: a server refuses the whole query if it does
 * not know one of its fields.
 */
export const PRODUCT_FIELDS = {
  ...values('_id id DispensaryID enterpriseProductId Name cName type subcategory strainType Status'),
  ...values('brandId brandName brandLogo medicalOnly recOnly Image createdAt updatedAt'),
  brand: values('id name description imageUrl'),
  ...values('Options rawOptions optionsBelowThreshold'),
  ...values('Prices recPrices medicalPrices recSpecialPrices medicalSpecialPrices'),
  POSMetaData: {
    children: values(
      'option quantity quantityAvailable kioskQuantityAvailable canonicalID canonicalPackageId',
    ),
  },
  manualInventory: values('option inventory'),
  specialData: { saleSpecials: SALE, bogoSpecials: BOGO },
  specialIdsPerOption: values('option conditionIds rewardIds'),
  THCContent: values('unit range'),
  CBDContent: values('unit range'),
  cannabinoidsV2: { ...values('value unit'), cannabinoid: values('name') },
  images: values('url active'),
};

function values(names: string): Record<string, true> {
  return Object.fromEntries(names.split(' ').map((name) => [name, true]));
}
