import type { CanonicalOption, CanonicalProduct, NormalizedProduct } from '../../domain/product.ts';
import type { CanonicalSpecial } from '../../domain/special.ts';
import { pricesOf } from '../product-prices.ts';
import { isWebAddress, tidy } from '../product-values.ts';
import { isEdible, labelsMilligrams, isSoldByMilligrams, percentUnitOfEdibles } from '../read-edibles.ts';
import { booleanAt, isRecord, recordAt, recordsAt, textAt, tidyTextAt, type Source } from '../read-fields.ts';
import { readIdentified, type Identity } from '../read-identity.ts';
import { sumOfQuantities } from '../read-options.ts';
import { PERCENTAGE, type PercentUnit, type StatedPotency } from '../read-potency.ts';
import { isOffered, readStatus } from '../read-status.ts';
import { readOptions } from './normalize-options.ts';
import { readContents, readCannabinoids, readPotency } from './normalize-potency.ts';
import { readSpecials } from './normalize-specials.ts';
import { timeOfIso, timeOfMilliseconds } from './read-time.ts';

/** The platform's word for no strain or no category. */
const NOT_APPLICABLE = 'N/A';

/**
 * Creates a function that normalizes each product of a FilteredProducts menu, using what the whole menu shows.
 * @param menu the products as the platform sent them
 */
export function normalizerOf(menu: readonly unknown[]): (raw: unknown) => NormalizedProduct {
  const ofEdibles = percentUnitOfEdibles(statedByEdibles(menu));
  return (raw) =>
    readIdentified(raw, {
      idOf: (source) => textAt(source, 'id') ?? textAt(source, '_id'),
      nameAt: (source) => ({ source, key: 'Name' }),
      read: (source, identity) => toCanonical(source, identity, unitOf(source.record, ofEdibles)),
    });
}

function* statedByEdibles(menu: readonly unknown[]): Generator<StatedPotency[]> {
  for (const raw of menu) if (isRecord(raw) && isEdible(raw['type'])) yield readContents(raw);
}

function unitOf(record: Record<string, unknown>, ofEdibles: PercentUnit): PercentUnit {
  return isEdible(record['type']) && !labelsMilligrams(readContents(record)) ? ofEdibles : PERCENTAGE;
}

function toCanonical(source: Source, { id, nameRaw }: Identity, percentUnit: PercentUnit): CanonicalProduct {
  const thc = readPotency(source, 'THCContent', percentUnit);
  const cbd = readPotency(source, 'CBDContent', percentUnit);
  const category = tidyTextAt(source, 'type');
  const soldByMilligrams = isSoldByMilligrams(category, { name: nameRaw, potencies: [thc, cbd] });
  const {
    options,
    inStock: stocked,
    isAnyInStock,
    hasRefusedSpecial,
  } = readOptions(source, soldByMilligrams);
  const specials = readSpecials(source);
  // A sale whose prices are not below the list prices is no sale. A "buy one, get one" offer changes no price, so it always counts.
  const isEffective = ({ type }: CanonicalSpecial) => type === 'bogo' || !hasRefusedSpecial;
  const status = readStatus(source, 'Status');
  const available = isOffered(status) ? stocked : [];
  const imageUrls = readImageUrls(source);
  const strainType = tidyTextAt(source, 'strainType');
  return {
    providerProductId: id,
    enterpriseProductId: textAt(source, 'enterpriseProductId'),
    slug: textAt(source, 'cName'),
    nameRaw,
    name: tidy(nameRaw) ?? nameRaw,
    ...readBrand(source),
    category,
    subcategory: tidyTextAt(source, 'subcategory'),
    strainType: strainType === NOT_APPLICABLE ? null : strainType,
    ...pricesOf(options, available),
    onSpecial: options.some(hasSpecial) || specials.some(isEffective),
    specials,
    status,
    inStock: isOffered(status) && isAnyInStock,
    quantity: sumOfQuantities(options),
    quantityCapped: options.some((option) => option.quantityCapped),
    medicalOnly: booleanAt(source, 'medicalOnly') ?? false,
    recOnly: booleanAt(source, 'recOnly') ?? false,
    thc,
    cbd,
    cannabinoids: readCannabinoids(source, percentUnit),
    imageUrl: imageUrls[0] ?? null,
    imageUrls,
    createdAt: timeOfMilliseconds(source, 'createdAt'),
    updatedAt: timeOfIso(source, 'updatedAt'),
    options,
  };
}

function hasSpecial({ specialRec, specialMed }: CanonicalOption): boolean {
  return specialRec !== null || specialMed !== null;
}

type Brand = Pick<
  CanonicalProduct,
  'brandId' | 'brandNameRaw' | 'brandName' | 'brandDescription' | 'brandImageUrl'
>;

/** Reads the brand. Its fields are in an object or beside that object; each place is the fallback for the other. */
function readBrand(source: Source): Brand {
  const brand = recordAt(source, 'brand') ?? { ...source, record: {} };
  const nameRaw = textAt(brand, 'name') ?? textAt(source, 'brandName');
  const logos = [textAt(source, 'brandLogo'), textAt(brand, 'imageUrl')];
  return {
    brandId: textAt(brand, 'id') ?? textAt(source, 'brandId'),
    brandNameRaw: nameRaw,
    brandName: tidy(nameRaw),
    brandDescription: textAt(brand, 'description'),
    brandImageUrl: logos.find(isWebAddress) ?? null,
  };
}

/**
 * Returns the URLs of the main image and of all active images, each once. Skips relative URLs and embedded images, which cannot be
 * fetched.
 */
function readImageUrls(source: Source): string[] {
  const others = recordsAt(source, 'images').flatMap((image) =>
    booleanAt(image, 'active') === false ? [] : [textAt(image, 'url')],
  );
  return [...new Set([textAt(source, 'Image'), ...others].filter(isWebAddress))];
}
