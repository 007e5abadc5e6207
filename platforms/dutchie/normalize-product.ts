import {
  smallestPrice,
  type CanonicalProduct,
  type Flaw,
  type NormalizedProduct,
} from '../../domain/product.ts';
import { storable } from '../../domain/storable-text.ts';
import { isWebAddress, tidy, toQuantity } from '../product-values.ts';
import { readOptions } from './normalize-options.ts';
import { readCannabinoids, readPotency } from './normalize-potency.ts';
import { readSpecials } from './normalize-specials.ts';
import {
  booleanAt,
  describeValue,
  isRecord,
  recordAt,
  recordsAt,
  textAt,
  tidyTextAt,
  type Source,
} from './read-fields.ts';
import { timeOfIso, timeOfMilliseconds } from './read-time.ts';

/** Ids are 24 characters; one beyond this fits no index, and would cost the whole menu. */
const ID_LENGTH_MAX = 200;

/** The platform's word where a product has no strain, no category. */
const NOT_APPLICABLE = 'N/A';

/**
 * Turns a product of FilteredProducts into a canonical one. Only an id and a name are needed: a value that is wrong
 * costs itself, an option that is wrong costs the option, and both are told in `flaws`. Never throws; the reason for a
 * skip is in words.
 */
export function normalizeProduct(raw: unknown): NormalizedProduct {
  if (!isRecord(raw)) return { ok: false, id: null, reason: `expected an object, got ${describeValue(raw)}` };
  const flaws: Flaw[] = [];
  const source: Source = { record: raw, place: '', flaws };
  const id = textAt(source, 'id') ?? textAt(source, '_id');
  const skip = (reason: string): NormalizedProduct => ({
    ok: false,
    id: id?.slice(0, 100).toWellFormed() ?? null,
    reason,
  });
  if (id === null) return skip('there is no id');
  if (id.length > ID_LENGTH_MAX) return skip(`the id is longer than ${ID_LENGTH_MAX} characters`);
  const { Name: name } = raw;
  if (typeof name !== 'string') return skip(`Name: expected text, got ${describeValue(name)}`);
  const nameRaw = storable(name);
  if (nameRaw.trim() === '') return skip('the name is empty');
  return { ok: true, product: toCanonical(source, { id, nameRaw }), flaws };
}

function toCanonical(source: Source, { id, nameRaw }: { id: string; nameRaw: string }): CanonicalProduct {
  const options = readOptions(source);
  const specials = readSpecials(source);
  const specialRec = smallestPrice(options.map((option) => option.specialRec));
  const specialMed = smallestPrice(options.map((option) => option.specialMed));
  const status = tidyTextAt(source, 'Status');
  const imageUrls = readImageUrls(source);
  const strainType = tidyTextAt(source, 'strainType');
  return {
    providerProductId: id,
    enterpriseProductId: textAt(source, 'enterpriseProductId'),
    slug: textAt(source, 'cName'),
    nameRaw,
    name: tidy(nameRaw) ?? nameRaw,
    ...readBrand(source),
    category: tidyTextAt(source, 'type'),
    subcategory: tidyTextAt(source, 'subcategory'),
    strainType: strainType === NOT_APPLICABLE ? null : strainType,
    priceRec: smallestPrice(options.map((option) => option.rec)),
    priceMed: smallestPrice(options.map((option) => option.med)),
    specialRec,
    specialMed,
    onSpecial: specialRec !== null || specialMed !== null || specials.length > 0,
    specials,
    status,
    inStock:
      status !== 'Inactive' &&
      (options.length === 0 || options.some(({ quantity }) => quantity === null || quantity > 0)),
    quantity: sumOf(options.map(({ quantity }) => quantity)),
    quantityCapped: options.some((option) => option.quantityCapped),
    medicalOnly: booleanAt(source, 'medicalOnly') ?? false,
    recOnly: booleanAt(source, 'recOnly') ?? false,
    thc: readPotency(source, 'THCContent'),
    cbd: readPotency(source, 'CBDContent'),
    cannabinoids: readCannabinoids(source),
    imageUrl: imageUrls[0] ?? null,
    imageUrls,
    createdAt: timeOfMilliseconds(source, 'createdAt'),
    updatedAt: timeOfIso(source, 'updatedAt'),
    options,
  };
}

function sumOf(quantities: (number | null)[]): number | null {
  const known = quantities.filter((quantity) => quantity !== null);
  return known.length === 0 ? null : toQuantity(known.reduce((sum, quantity) => sum + quantity));
}

type Brand = Pick<
  CanonicalProduct,
  'brandId' | 'brandNameRaw' | 'brandName' | 'brandDescription' | 'brandImageUrl'
>;

/** The brand stands in an object, and in part beside it: where the object lacks something, the other place may have it. */
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

/** The main picture and the others that are switched on, each once. Relative and embedded ones cannot be fetched. */
function readImageUrls(source: Source): string[] {
  const others = recordsAt(source, 'images').flatMap((image) =>
    booleanAt(image, 'active') === false ? [] : [textAt(image, 'url')],
  );
  return [...new Set([textAt(source, 'Image'), ...others].filter(isWebAddress))];
}
