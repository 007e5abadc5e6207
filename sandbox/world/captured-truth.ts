import type { MenuRecord } from './product-record.ts';
import { positive, summarize, tidyText } from './product-truth.ts';
import type { OptionTruth, ProductTruth } from './product-truth.ts';
import { QUANTITY_CAP } from './product-state.ts';

/**
 * The truth about a captured product. Nobody knows what really lay on that shelf, so it is read from the record, by
 * the same definitions that hold for generated products.
 */
export function tellCapturedProduct(record: MenuRecord): ProductTruth {
  const options = listOf(record['Options']).map((option, position) =>
    tellOption({ record, option: String(option), position }),
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
    isActive: record['Status'] === undefined || record['Status'] === null || record['Status'] === 'Active',
    hasOffer: hasOffer(record),
    imageUrl: image === '' ? null : image,
    imageOk: image !== null && image !== '',
  });
}

interface Place {
  record: MenuRecord;
  option: string;
  position: number;
}

function tellOption(place: Place): OptionTruth {
  const { record, option, position } = place;
  const priceAt = (key: string) => positive(numberOf(listOf(record[key])[position]));
  const isBaseForRec = record['recPrices'] === undefined || record['recPrices'] === null;
  return {
    option,
    rec: priceAt(isBaseForRec ? 'Prices' : 'recPrices'),
    med: priceAt('medicalPrices'),
    specialRec: priceAt('recSpecialPrices'),
    specialMed: priceAt('medicalSpecialPrices'),
    ...tellQuantity(place),
  };
}

function tellQuantity({ record, option }: Place): Pick<OptionTruth, 'quantity' | 'quantityCapped'> {
  const isThis = (entry: unknown) => fieldOf(entry, 'option') === option;
  const child = listOf(fieldOf(record['POSMetaData'], 'children')).find(isThis);
  const atTill = numberOf(fieldOf(child, 'quantityAvailable')) ?? numberOf(fieldOf(child, 'quantity'));
  if (atTill !== null) return { quantity: atTill, quantityCapped: atTill >= QUANTITY_CAP };
  const byHand = numberOf(fieldOf(listOf(record['manualInventory']).find(isThis), 'inventory'));
  return { quantity: byHand, quantityCapped: false };
}

function hasOffer(record: MenuRecord): boolean {
  const special = record['specialData'];
  return (
    listOf(fieldOf(special, 'saleSpecials')).length > 0 || listOf(fieldOf(special, 'bogoSpecials')).length > 0
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

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
