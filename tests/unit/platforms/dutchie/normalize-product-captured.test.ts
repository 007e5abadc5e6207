import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CanonicalProduct } from '../../../../domain/product.ts';
import { compareStructure } from '../../../../domain/drift.ts';
import type { BogoSpecial } from '../../../../domain/special.ts';
import { structureOf } from '../../../../domain/structure.ts';
import { DOCUMENTED_FIELDS, MAP_FIELDS } from '../../../../platforms/dutchie/documented-fields.ts';
import { normalizerOf } from '../../../../platforms/dutchie/normalize-product.ts';
import { productsOf } from '../../../../platforms/dutchie/products-of.ts';

// Three products of a real menu, which others captured and which are kept outside the project. The expected values were read from the
// capture by hand.

const CAPTURE = new URL(
  '../../../../../shared/dutchie/raw/mint_tempe__getPersonalizedProducts__3_products__2026-05-31.json',
  import.meta.url,
);

const isHere = existsSync(CAPTURE);
const reason = isHere ? '' : ' (skipped: the capture lies beside the project and is not here)';

const readCapture = (): readonly unknown[] => productsOf(JSON.parse(readFileSync(CAPTURE, 'utf8'))) ?? [];

const condition = (change: Partial<BogoSpecial['conditions'][number]>) => ({
  group: 'categories',
  brands: [],
  categories: [],
  weights: [],
  products: 0,
  thresholds: [],
  ...change,
});

const bundleFor = (dollars: string) => ({
  menu: 'recreational' as const,
  endsAt: '2026-07-01T07:00:00.000Z',
  conditionsJoin: 'and' as const,
  rewardsJoin: 'and' as const,
  rewards: [{ ...condition({ group: null }), discount: { kind: 'price' as const, dollars } }],
  totals: [],
  bundle: { kind: 'price' as const, dollars },
  redemptionsMax: null,
});

const vape: CanonicalProduct = {
  providerProductId: '69cf66a053918df0973fc4ff',
  enterpriseProductId: '69ceff2409464a00074e5483',
  slug: 'mc-enjoymint-aio-distillate-maui-wowie-s-1-0g',
  nameRaw: 'MC Enjoymint - AIO Distillate - Maui Wowie (S) (1.0g)',
  name: 'MC Enjoymint - AIO Distillate - Maui Wowie (S) (1.0g)',
  brandId: '26da2cd5-87df-4b75-95cf-71b41dbb298c',
  brandNameRaw: 'MC',
  brandName: 'MC',
  brandDescription: null,
  brandImageUrl: null,
  category: 'Vaporizers',
  subcategory: 'disposables',
  strainType: 'Sativa',
  priceRec: '30.00',
  priceMed: '30.00',
  specialRec: '17.00',
  specialMed: null,
  priceOption: '1g',
  onSpecial: true,
  specials: [
    {
      type: 'sale',
      id: '69f4cd6b464b4500075ab639',
      name: '$17 Mint Cannabis - Enjoymint AIO Distillate 1g',
      meaning: 'for 17.00 dollars (1g; recreational menu)',
      menu: 'recreational',
      options: ['1g'],
      discount: { kind: 'price', dollars: '17.00' },
    },
    {
      type: 'bogo',
      id: '69fe60ee7ed3f700076c940e',
      name: '5 for $75 Mint Cannabis - Enjoymint AIO Distillate 1g',
      meaning:
        'buy at least 5 of brands 63438, 63958; categories 23443; sizes 1.0g: all together for 75.00 dollars (1g; recreational menu)',
      options: ['1g'],
      ...bundleFor('75.00'),
      conditions: [
        condition({
          brands: ['63438', '63958'],
          categories: ['23443'],
          weights: ['1.0g'],
          thresholds: [{ of: 'quantity', operator: 'at least', amount: '5', max: null }],
        }),
      ],
    },
  ],
  status: 'Active',
  inStock: true,
  quantity: 25,
  quantityCapped: true,
  medicalOnly: false,
  recOnly: false,
  thc: { low: 96.39, high: 96.39, unit: 'PERCENTAGE' },
  cbd: { low: 2.41, high: 2.41, unit: 'PERCENTAGE' },
  cannabinoids: [],
  imageUrl: 'https://s3-us-west-2.amazonaws.com/dutchie-images/81132525b1bcff6c5020548966a70636',
  imageUrls: ['https://s3-us-west-2.amazonaws.com/dutchie-images/81132525b1bcff6c5020548966a70636'],
  createdAt: '2026-04-03T07:05:04.887Z',
  updatedAt: '2026-05-31T18:47:25.957Z',
  options: [
    {
      option: '1g',
      rawOption: '1.0g',
      size: { amount: 1, unit: 'g' },
      rec: '30.00',
      med: '30.00',
      specialRec: '17.00',
      specialMed: null,
      quantity: 25,
      quantityCapped: true,
      quantityTotal: 25,
      quantityKiosk: 25,
      belowThreshold: false,
      posId: '13810894',
      packageId: '2625805',
    },
  ],
};

const flower: CanonicalProduct = {
  providerProductId: '684e08bc9361efbb44cac251',
  enterpriseProductId: '684ca269e506b60007c35108',
  slug: 'sg-flower-t3-sour-dubs-s-14-0g',
  nameRaw: 'SG - Flower - T3 - Sour Dubs (S) (14.0g)',
  name: 'SG - Flower - T3 - Sour Dubs (S) (14.0g)',
  brandId: '26da2cd5-87df-4b75-95cf-71b41dbb298c',
  brandNameRaw: 'MC',
  brandName: 'MC',
  brandDescription: null,
  brandImageUrl: null,
  category: 'Flower',
  subcategory: 'shake-trim',
  strainType: 'Sativa',
  priceRec: '39.00',
  priceMed: '39.00',
  // The product's offer lowers no price: `special` is null, and both lists of special prices are empty.
  specialRec: null,
  specialMed: null,
  priceOption: '1/2oz',
  onSpecial: true,
  specials: [
    {
      type: 'bogo',
      id: '69ea7c7e711cf10007e6c685',
      name: '2 for $69 MC - Flower - T3 14g',
      meaning:
        'buy at least 2 of categories 39942; sizes 14.0g; 127 products: all together for 69.00 dollars (1/2oz; recreational menu)',
      options: ['1/2oz'],
      ...bundleFor('69.00'),
      conditions: [
        condition({
          categories: ['39942'],
          weights: ['14.0g'],
          products: 127,
          thresholds: [{ of: 'quantity', operator: 'at least', amount: '2', max: null }],
        }),
      ],
    },
  ],
  status: 'Active',
  inStock: true,
  quantity: 25,
  quantityCapped: true,
  medicalOnly: false,
  recOnly: false,
  thc: { low: 17.59, high: 17.59, unit: 'PERCENTAGE' },
  cbd: null,
  cannabinoids: [],
  imageUrl: 'https://s3-us-west-2.amazonaws.com/dutchie-images/flower-stock-14-v1.jpg',
  imageUrls: ['https://s3-us-west-2.amazonaws.com/dutchie-images/flower-stock-14-v1.jpg'],
  createdAt: '2025-06-14T23:41:48.963Z',
  updatedAt: '2026-05-31T23:08:49.234Z',
  options: [
    {
      option: '1/2oz',
      rawOption: '14.0g',
      size: { amount: 14, unit: 'g' },
      rec: '39.00',
      med: '39.00',
      specialRec: null,
      specialMed: null,
      quantity: 25,
      quantityCapped: true,
      quantityTotal: 25,
      quantityKiosk: 25,
      belowThreshold: false,
      posId: '13784531',
      packageId: '2627483',
    },
  ],
};

const disposable: CanonicalProduct = {
  providerProductId: '68429783a96118df5d254c1c',
  enterpriseProductId: '684296943a1f480007f361bd',
  slug: 'dime-aio-signature-line-cactus-chill-h-2-0g',
  nameRaw: 'DIME - AIO Signature Line - Cactus Chill (H) (2.0g)',
  name: 'DIME - AIO Signature Line - Cactus Chill (H) (2.0g)',
  brandId: '9d18c315-a9c9-4add-a192-87877e9d2928',
  brandNameRaw: 'Dime Industries',
  brandName: 'Dime Industries',
  brandDescription: null,
  brandImageUrl: 'https://s3-us-west-2.amazonaws.com/dutchie-images/03efb5383e9bff7d2cdbe1eda2e9fb98',
  category: 'Vaporizers',
  subcategory: 'disposables',
  strainType: 'Hybrid',
  priceRec: '60.00',
  priceMed: '60.00',
  specialRec: '45.00',
  specialMed: null,
  priceOption: '2g',
  onSpecial: true,
  specials: [
    {
      type: 'sale',
      id: '69ceb76aa42e7700072d63dd',
      name: '25% Off Dime - All Products',
      meaning: '25 % off (2g; recreational menu)',
      menu: 'recreational',
      options: ['2g'],
      discount: { kind: 'percent', percent: 25 },
    },
  ],
  status: 'Active',
  inStock: true,
  quantity: 25,
  quantityCapped: true,
  medicalOnly: false,
  recOnly: false,
  thc: { low: 91.67, high: 91.67, unit: 'PERCENTAGE' },
  cbd: { low: 0.21, high: 0.21, unit: 'PERCENTAGE' },
  cannabinoids: [],
  imageUrl: 'https://s3-us-west-2.amazonaws.com/dutchie-images/64f4adbf3242c978bff1c8dbb60a25dc',
  imageUrls: ['https://s3-us-west-2.amazonaws.com/dutchie-images/64f4adbf3242c978bff1c8dbb60a25dc'],
  createdAt: '2025-06-06T07:23:47.112Z',
  updatedAt: '2026-05-31T05:31:51.513Z',
  options: [
    {
      option: '2g',
      rawOption: '2.0g',
      size: { amount: 2, unit: 'g' },
      rec: '60.00',
      med: '60.00',
      specialRec: '45.00',
      specialMed: null,
      quantity: 25,
      quantityCapped: true,
      quantityTotal: 25,
      quantityKiosk: 25,
      belowThreshold: false,
      posId: '13781663',
      packageId: 'cc0402-2gd',
    },
  ],
};

test.skipIf(!isHere)(`three real products are exactly what one reads off them${reason}`, () => {
  expect(readCapture().map(normalizerOf(readCapture()))).toEqual([
    { ok: true, product: vape, flaws: [] },
    { ok: true, product: flower, flaws: [] },
    { ok: true, product: disposable, flaws: [] },
  ]);
});

test.skipIf(!isHere)(`three real products show no drift from the fields on record${reason}`, () => {
  const known = new Map(DOCUMENTED_FIELDS.map((field) => [field.path, field]));
  expect(compareStructure(known, structureOf(readCapture(), { maps: MAP_FIELDS })).drift).toEqual([]);
});
