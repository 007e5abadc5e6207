import type { CanonicalOption } from '../../domain/product.ts';
import { cheapest, SHARED_RULES, type ValueRules } from '../value-rules.ts';

const fromTill =
  (what: string) =>
  ({ option }: CanonicalOption): string =>
    `${what} of the entry whose label is that of the option ${option}`;

/** How normalize-product.ts and normalize-options.ts derive each value. */
export const VALUE_RULES: ValueRules = {
  product: {
    ...SHARED_RULES,
    providerProductId: 'text, the first field that has one',
    enterpriseProductId: 'text as it came',
    slug: 'text as it came',
    brandId: 'text, the first field that has one',
    brandNameRaw: 'text as it came, the first field that has one',
    brandDescription: 'text as it came',
    brandImageUrl: 'the first field with a web address',
    category: 'text, trimmed, with single spaces',
    subcategory: 'text, trimmed, with single spaces',
    strainType: 'text, trimmed; N/A is none',
    priceRec: cheapest('recreational list price'),
    priceMed: cheapest('medical list price'),
    specialRec: cheapest('recreational special price'),
    specialMed: cheapest('medical special price'),
    onSpecial: 'whether an option has a special price, or an offer applies',
    specials: 'offers that are attached, sales first',
    status: 'the status, spelled in one way; a value that is not text counts as an unknown word',
    inStock:
      'true if the status is Active or missing, and some option, readable or not, has stock or does not report its stock',
    quantityCapped: "whether some option's quantity is the maximum that the point of sale reports",
    medicalOnly: 'true or false as it came',
    recOnly: 'true or false as it came',
    cannabinoids: 'substances with a name and a number, with the unit of their labels',
    createdAt: 'milliseconds read as a time',
    updatedAt: 'ISO 8601 text read as a time',
  },
  option: {
    option: 'text or a number, trimmed; N/A where there is none',
    rawOption: "the point of sale's spelling at the option's place, trimmed",
    size: "amount and unit in the label, else in the point of sale's spelling",
    rec: "the price at the option's place read as money; 0 is none",
    med: "the price at the option's place read as money; 0 is none",
    specialRec: "the price at the option's place read as money, where it is below the list price",
    specialMed: "the price at the option's place read as money, where it is below the list price",
    quantity: (option) =>
      `${fromTill('first quantity that is stated')(option)}; 0 if it is below its threshold and the till leaves it out`,
    quantityCapped: 'whether the quantity is 25 or above',
    quantityTotal: fromTill('quantity'),
    quantityKiosk: fromTill('quantity'),
    belowThreshold: 'whether the label is among those with too few left',
    posId: fromTill('text'),
    packageId: fromTill('text'),
  },
};
