import type { CanonicalOption, CanonicalProduct, NormalizedProduct } from '../../domain/product.ts';
import { pricesOf } from '../product-prices.ts';
import { isWebAddress, tidy } from '../product-values.ts';
import {
  isEdible,
  labelsMilligrams,
  isSoldByMilligrams,
  percentUnitOfEdibles,
  readSize,
} from '../read-edibles.ts';
import { amountAt, isRecord, recordAt, recordsAt, textAt, tidyTextAt, type Source } from '../read-fields.ts';
import { readIdentified, type Identity } from '../read-identity.ts';
import { readSpecial } from '../read-money.ts';
import { hasStock, readLabel, sumOfQuantities } from '../read-options.ts';
import { MILLIGRAMS, PERCENTAGE, toPotency, type PercentUnit, type StatedPotency } from '../read-potency.ts';
import { readQuantity } from '../read-quantity.ts';
import { isOffered, readActive } from '../read-status.ts';
import { readCents } from './read-cents.ts';
import { readId } from './read-id.ts';

const POTENCY_UNITS = new Map([
  ['%', PERCENTAGE],
  ['mg', MILLIGRAMS],
]);

/**
 * Creates a function that normalizes each product resource of a menu, using what the whole menu shows.
 * @param menu the resources as the platform sent them
 */
export function normalizerOf(menu: readonly unknown[]): (raw: unknown) => NormalizedProduct {
  const ofEdibles = percentUnitOfEdibles(statedByEdibles(menu));
  return (raw) =>
    readIdentified(raw, {
      idOf: (source) => readId(source.record),
      nameAt: (source) => ({ source: attributesOf(source), key: 'name' }),
      read: (source, identity) => toCanonical(attributesOf(source), identity, ofEdibles),
    });
}

function* statedByEdibles(menu: readonly unknown[]): Generator<StatedPotency[]> {
  for (const raw of menu) {
    if (!isRecord(raw)) continue;
    const attributes = attributesOf({ record: raw, place: '', flaws: [] });
    if (isEdible(namedAt(attributes, 'category'))) yield readContents(attributes);
  }
}

function attributesOf(source: Source): Source {
  const { attributes } = source.record;
  return { ...source, place: 'attributes.', record: isRecord(attributes) ? attributes : {} };
}

/** Fields that product resources are not known to have. */
const NOT_TOLD = {
  enterpriseProductId: null,
  slug: null,
  brandId: null,
  brandDescription: null,
  brandImageUrl: null,
  specials: [],
  medicalOnly: false,
  recOnly: false,
  cannabinoids: [],
  createdAt: null,
  updatedAt: null,
} satisfies Partial<CanonicalProduct>;

function toCanonical(source: Source, { id, nameRaw }: Identity, ofEdibles: PercentUnit): CanonicalProduct {
  const category = namedAt(source, 'category');
  const percentUnit = isEdible(category) && !labelsMilligrams(readContents(source)) ? ofEdibles : PERCENTAGE;
  const [thc, cbd] = [readPotency(source, 'thc', percentUnit), readPotency(source, 'cbd', percentUnit)];
  const soldByMilligrams = isSoldByMilligrams(category, { name: nameRaw, potencies: [thc, cbd] });
  const { options, isAnyInStock } = readOptions(source, soldByMilligrams);
  const brand = recordAt(source, 'brand');
  const brandNameRaw = brand === null ? null : textAt(brand, 'name');
  const status = readActive(source, 'is_active');
  const available = isOffered(status) ? options.filter(hasStock) : [];
  const imageUrls = [
    ...new Set(
      recordsAt(source, 'images')
        .map((image) => textAt(image, 'url'))
        .filter(isWebAddress),
    ),
  ];
  return {
    ...NOT_TOLD,
    providerProductId: id,
    nameRaw,
    name: tidy(nameRaw) ?? nameRaw,
    brandNameRaw,
    brandName: tidy(brandNameRaw),
    category,
    subcategory: namedAt(source, 'subcategory'),
    strainType: tidyTextAt(source, 'classification'),
    ...pricesOf(options, available),
    // A promotion without prices still counts: the platform does not say what a promotion does, and it may be a different kind of offer.
    onSpecial:
      options.some(({ specialRec }) => specialRec !== null) || recordsAt(source, 'promotions').length > 0,
    status,
    inStock: isOffered(status) && isAnyInStock,
    quantity: sumOfQuantities(options),
    quantityCapped: false,
    thc,
    cbd,
    imageUrl: imageUrls[0] ?? null,
    imageUrls,
    options,
  };
}

function namedAt(source: Source, key: string): string | null {
  const named = recordAt(source, key);
  return named === null ? null : tidyTextAt(named, 'name');
}

/** Reads the options. A product with one size has its price at the product itself; a product with several sizes lists them as variants. */
function readOptions(
  source: Source,
  soldByMilligrams: boolean,
): { options: CanonicalOption[]; isAnyInStock: boolean } {
  const variants = recordsAt(source, 'variants');
  const sizes = variants.length > 0 ? variants : [source];
  const options = sizes.flatMap((size, place) => {
    const option = readLabel(size, 'size', { value: size.record['size'], place });
    return option === null ? [] : [readOption(size, option, soldByMilligrams)];
  });
  // If no label is readable, the quantities still show whether the product is sold out.
  const stated =
    options.length > 0
      ? options
      : sizes.map((size) => ({ quantity: readQuantity(size, 'available_quantity', null) }));
  return { options, isAnyInStock: stated.some(hasStock) };
}

/** Reads one option. The platform has only one price list, and no known cap on quantities. */
function readOption(source: Source, label: string, soldByMilligrams: boolean): CanonicalOption {
  const option = tidy(label) ?? label;
  const size = readSize({ option, rawOption: null }, soldByMilligrams);
  const list = readCents(source, 'unit_price');
  const special = readCents(source, 'discounted_price');
  return {
    option,
    rawOption: null,
    size,
    rec: list,
    med: null,
    specialRec: readSpecial(source, 'discounted_price', { special, list }),
    specialMed: null,
    quantity: readQuantity(source, 'available_quantity', size),
    quantityCapped: false,
    quantityTotal: null,
    quantityKiosk: null,
    belowThreshold: false,
    posId: null,
    packageId: null,
  };
}

function readPotency(source: Source, key: string, percentUnit: PercentUnit) {
  const stated = readStated(source, key);
  return stated === null ? null : toPotency(source, key, { ...stated, percentUnit });
}

/** Reads the stated THC and CBD of a product. Ignores their flaws, because the flaws are noted when the potency itself is read. */
function readContents(source: Source): StatedPotency[] {
  const quiet = { ...source, flaws: [] };
  return ['thc', 'cbd'].map((key) => readStated(quiet, key)).filter((stated) => stated !== null);
}

function readStated(source: Source, key: string): StatedPotency | null {
  const range = recordAt(source, key);
  if (range === null) return null;
  const numbers = ['min', 'max'].map((end) => amountAt(range, end)).filter((number) => number !== null);
  const unit = tidyTextAt(range, 'unit') ?? '%';
  return { numbers, unit: POTENCY_UNITS.get(unit.toLowerCase()) ?? unit };
}
