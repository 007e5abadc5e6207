// The names are invented: none is meant to be a real shop, brand or cultivar.
export const STORE_FIRST = [
  'Copper Fern',
  'Quiet Mesa',
  'Lantern & Leaf',
  'Blue Heron',
  'Saltbush',
  'North Orchard',
  'Tin Roof',
  'Juniper Row',
  'Second Story',
  'Paper Moon',
  'Canyon Wren',
  'Harbor Light',
  'Red Door',
  'Slow River',
  'Prairie Glass',
  'Old Mill',
];
export const STORE_LAST = ['Dispensary', 'Cannabis Co.', 'Provisions', 'Wellness', 'Collective', 'Remedies'];
export const STREETS = [
  'N Central Ave',
  'E Mill St',
  'Orchard Rd',
  'W 4th St',
  'Foundry Way',
  'S Harbor Blvd',
  'Depot St',
];

export const BRANDS = [
  'Glasswing',
  'Tall Timber',
  'Mesa Verdant',
  "Dr. Alder's",
  'Fog & Fable',
  'PINECREST',
  'Loam',
  'Kiteline',
  'Otter Creek',
  'Half Acre',
  'Night Market',
  'Sundial Farms',
  'Bright Kettle',
  'R.M.',
  'Wild Sorrel',
  'Granite State',
  'Low Tide',
  'Ember+Oak',
];
export const CULTIVARS = [
  'Velvet Anvil',
  'Lemon Staircase',
  'Papaya Signal',
  'Grape Lantern #3',
  'Midnight Biscuit',
  'OG Tangent',
  'Sour Postcard',
  'Blueberry Docket',
  'Cedar Punch',
  'Mango Parade',
  'Frosted Ledger',
  'Tangerine Relay',
  'Purple Gazette',
  'Mint Abacus',
  'Cherry Almanac',
  'Peach Theorem',
  'Diesel Minuet',
  'Banana Cipher',
  'Kiwi Rotor',
  'Wedding Atlas',
  'Gelato Compass 2.0',
];
export const FLAVOURS = [
  'Grape',
  'Mango',
  'Wild Berry',
  'Sea Salt Caramel',
  'Orange',
  'Peppermint',
  'Yuzu',
  'Unflavored',
];
export const GEAR = [
  'Grinder | 63mm',
  'Rolling Tray (7x5)',
  'Glass Pipe | Black',
  'Battery 510',
  'Storage Jar | Large',
  'Lighter',
];

export interface CategoryRule {
  category: string;
  share: number;
  subcategories: readonly (string | null)[];
  /** Sets of options: a store that groups sizes sells each set as one product. */
  optionSets: readonly (readonly string[])[];
  priceFrom: number;
  priceTo: number;
  noun: string;
}

export const CATEGORY_RULES: readonly CategoryRule[] = [
  {
    category: 'Flower',
    share: 28,
    subcategories: ['whole-flower', 'small-buds', 'shake-trim', null],
    optionSets: [
      ['1g', '1/8oz', '1/4oz', '1/2oz', '1oz'],
      ['1/8oz'],
      ['3.5g', '7g', '14g'],
      ['28.3g'],
      ['1g', '3.5g'],
    ],
    priceFrom: 9,
    priceTo: 16,
    noun: 'Flower',
  },
  {
    category: 'Vaporizers',
    share: 18,
    subcategories: ['cartridges', 'disposables', 'live-resin-cartridge'],
    optionSets: [['.5g', '1g'], ['1g'], ['.3g'], ['0.5g'], ['2g']],
    priceFrom: 22,
    priceTo: 60,
    noun: 'Cartridge',
  },
  {
    category: 'Pre-Rolls',
    share: 15,
    subcategories: ['singles', 'packs', 'infused-pre-roll-packs'],
    optionSets: [['1g'], ['.5g'], ['2.5g'], ['1g', '2g']],
    priceFrom: 6,
    priceTo: 28,
    noun: 'PR 2pk',
  },
  {
    category: 'Concentrate',
    share: 12,
    subcategories: ['live-resin', 'badder', 'rosin', ''],
    optionSets: [['1g', '2g'], ['1g'], ['0.5g']],
    priceFrom: 20,
    priceTo: 55,
    noun: 'Live Budder',
  },
  {
    category: 'Edible',
    share: 14,
    subcategories: ['gummies', 'chocolates', 'capsules-tablets'],
    optionSets: [['100mg'], ['10mg', '50mg', '100mg'], ['N/A']],
    priceFrom: 8,
    priceTo: 30,
    noun: 'Gummies | 10pk',
  },
  {
    category: 'Tincture',
    share: 3,
    subcategories: ['tinctures', null],
    optionSets: [['30ml'], ['100mg']],
    priceFrom: 25,
    priceTo: 60,
    noun: 'Tincture',
  },
  {
    category: 'Topicals',
    share: 3,
    subcategories: ['balms', 'lotions'],
    optionSets: [['N/A'], ['500mg']],
    priceFrom: 18,
    priceTo: 45,
    noun: 'Balm (500mg)',
  },
  {
    category: 'Oral',
    share: 2,
    subcategories: ['capsules-tablets'],
    optionSets: [['0.025g'], ['0.008g']],
    priceFrom: 15,
    priceTo: 40,
    noun: 'Capsules',
  },
  {
    category: 'Accessories',
    share: 4,
    subcategories: ['grinders', 'storage', null],
    optionSets: [['N/A']],
    priceFrom: 4,
    priceTo: 48,
    noun: 'Gear',
  },
  {
    category: 'CBD',
    share: 1,
    subcategories: [null],
    optionSets: [['N/A']],
    priceFrom: 20,
    priceTo: 40,
    noun: 'CBD Drops',
  },
];

export const STRAIN_TYPES = [
  'Indica',
  'Sativa',
  'Hybrid',
  'Indica-Hybrid',
  'Sativa-Hybrid',
  'High CBD',
  '1 to 1',
  null,
] as const;

const GRAMS: Readonly<Record<string, number>> = {
  '1g': 1,
  '2g': 2,
  '2.5g': 2.5,
  '3.5g': 3.5,
  '7g': 7,
  '14g': 14,
  '28.3g': 28.3,
  '1/8oz': 3.5,
  '1/4oz': 7,
  '1/2oz': 14,
  '1oz': 28,
  '.5g': 0.5,
  '0.5g': 0.5,
  '.3g': 0.3,
  '1gC': 1,
  '2gC': 2,
  '50mg': 2,
  '100mg': 3,
  '10mg': 1,
};

/** Returns the price of an option as a multiple of the category's unit price. Bigger packs cost less per gram. */
export function priceFactorOf(option: string): number {
  return Math.max(1, (GRAMS[option] ?? 1) ** 0.85);
}

/** Returns the till's spelling of an option, which may differ from the online one. */
export function tillSpelling(option: string): string {
  const ounces: Readonly<Record<string, string>> = {
    '1/8oz': '3.5g',
    '1/4oz': '7.0g',
    '1/2oz': '14.0g',
    '1oz': '28.0g',
  };
  const known = ounces[option];
  if (known) return known;
  return /^\d+g$/.test(option) ? option.replace('g', '.0g') : option;
}
