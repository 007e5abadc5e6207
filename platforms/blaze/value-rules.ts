import { cheapest, SHARED_RULES, type ValueRules } from '../value-rules.ts';

const NOT_READ = 'the platform is not known to report it';

/** How normalize-product.ts derives each value. */
export const VALUE_RULES: ValueRules = {
  product: {
    ...SHARED_RULES,
    providerProductId: 'text, or a whole number as text',
    enterpriseProductId: NOT_READ,
    slug: NOT_READ,
    brandId: NOT_READ,
    brandDescription: NOT_READ,
    brandImageUrl: NOT_READ,
    category: 'text, trimmed, with single spaces',
    subcategory: 'text, trimmed, with single spaces',
    strainType: 'text, trimmed, with single spaces',
    priceRec: cheapest('list price'),
    priceMed: NOT_READ,
    specialRec: cheapest('discounted price'),
    specialMed: NOT_READ,
    onSpecial: 'whether an option has a special price, or a promotion is attached',
    specials: NOT_READ,
    status: 'Active or Inactive, for true or false; anything else counts as an unknown word',
    inStock:
      'true if the status is Active or missing, and some option, readable or not, has stock or does not report its stock',
    quantityCapped: NOT_READ,
    medicalOnly: NOT_READ,
    recOnly: NOT_READ,
    cannabinoids: NOT_READ,
    createdAt: NOT_READ,
    updatedAt: NOT_READ,
  },
  option: {
    option: 'text or a number, trimmed; N/A where there is none',
    rawOption: NOT_READ,
    size: 'amount and unit in the label',
    rec: 'whole cents read as dollars; 0 is none',
    med: NOT_READ,
    specialRec: 'whole cents read as dollars, if they are below the list price',
    specialMed: NOT_READ,
    quantity: 'number, as an integer of at least 0',
    quantityCapped: NOT_READ,
    quantityTotal: NOT_READ,
    quantityKiosk: NOT_READ,
    belowThreshold: NOT_READ,
    posId: NOT_READ,
    packageId: NOT_READ,
  },
};
