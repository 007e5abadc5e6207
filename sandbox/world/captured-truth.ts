import type { MenuRecord } from './menu-record.ts';
import { below, positive, summarize, tidyText } from './product-truth.ts';
import type { OptionTruth, ProductTruth } from './product-truth.ts';
import { QUANTITY_CAP } from './product-state.ts';

/**
 * Derives the truth about a captured product from its record, because the real stock is unknown. Uses the same definitions as for
 * generated products.
 */
export function makeCapturedProduct(record: MenuRecord): ProductTruth {
  const options = listOf(record['Options']).map((option, position) =>
    makeOption({ record, option: String(option), position }),
  );
  const image = textOf(record['Image']);
  return summarize({
    id: textOf(record['_id']) ?? textOf(record['id']) ?? '',
    name: tidyText(textOf(record['Name'])) ?? '',
    brand: tidyText(textOf(fieldOf(record['brand'], 'name')) ?? textOf(record['brandName'])),
    brandImageUrl: webAddress(record['brandLogo']) ?? webAddress(fieldOf(record['brand'], 'imageUrl')),
    enterpriseProductId: textOf(record['enterpriseProductId']) || null,
    category: textOf(record['type']) ?? 'N/A',
    subcategory: textOf(record['subcategory']) === '' ? null : textOf(record['subcategory']),
    strainType: record['strainType'] === 'N/A' ? null : textOf(record['strainType']),
    options,
    isActive: (tidyText(textOf(record['Status'])) ?? 'active').toLowerCase() === 'active',
    hasOffer: hasOffer(record, options),
    hasStrayStock: hasStrayStock(record),
    imageUrl: image === '' ? null : image,
    imageOk: image !== null && image !== '',
  });
}

interface Place {
  record: MenuRecord;
  option: string;
  position: number;
}

function makeOption(place: Place): OptionTruth {
  const { record, option, position } = place;
  const priceAt = (key: string) => positive(numberOf(listOf(record[key])[position]));
  const isBaseForRec = record['recPrices'] === undefined || record['recPrices'] === null;
  const [rec, med] = [priceAt(isBaseForRec ? 'Prices' : 'recPrices'), priceAt('medicalPrices')];
  return {
    option,
    rec,
    med,
    specialRec: below(rec, priceAt('recSpecialPrices')),
    specialMed: below(med, priceAt('medicalSpecialPrices')),
    ...makeQuantity(place),
  };
}

function makeQuantity({ record, option }: Place): Pick<OptionTruth, 'quantity' | 'quantityCapped'> {
  const isThis = (entry: unknown) => fieldOf(entry, 'option') === option;
  const child = childrenOf(record).find(isThis);
  const quantityOf = (entry: unknown, key: string) => wholeOf(numberOf(fieldOf(entry, key)), option);
  const atTill = quantityOf(child, 'quantityAvailable') ?? quantityOf(child, 'quantity');
  if (atTill !== null) return { quantity: atTill, quantityCapped: atTill >= QUANTITY_CAP };
  const byHand = quantityOf(listOf(record['manualInventory']).find(isThis), 'inventory');
  return { quantity: byHand, quantityCapped: false };
}

/** Rounds down to whole pieces; less than one piece of a product sold by weight counts as 1. */
function wholeOf(quantity: number | null, option: string): number | null {
  if (quantity === null) return null;
  const isSome = quantity > 0 && quantity < 1 && /\d\s*g$/i.test(option);
  return isSome ? 1 : Math.max(0, Math.trunc(quantity));
}

function hasStrayStock(record: MenuRecord): boolean {
  const options = listOf(record['Options']);
  return (
    options.length > 0 &&
    childrenOf(record).some((child) => {
      const label = textOf(fieldOf(child, 'option'));
      return label !== null && !options.includes(label) && !listOf(record['rawOptions']).includes(label);
    })
  );
}

function childrenOf(record: MenuRecord): unknown[] {
  return listOf(fieldOf(record['POSMetaData'], 'children'));
}

function hasOffer(record: MenuRecord, options: readonly OptionTruth[]): boolean {
  const special = record['specialData'];
  const isRefused = options.some((option, position) =>
    [
      ['recSpecialPrices', option.specialRec] as const,
      ['medicalSpecialPrices', option.specialMed] as const,
    ].some(
      ([key, reported]) => reported === null && positive(numberOf(listOf(record[key])[position])) !== null,
    ),
  );
  return (
    listOf(fieldOf(special, 'bogoSpecials')).length > 0 ||
    (!isRefused && listOf(fieldOf(special, 'saleSpecials')).length > 0)
  );
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as MenuRecord)[key] : undefined;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function webAddress(value: unknown): string | null {
  const text = textOf(value);
  return text !== null && /^https?:\/\//.test(text) ? text : null;
}

/** Returns a number, also from a text that contains one; null for other values. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
