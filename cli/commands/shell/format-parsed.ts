import { normalizeMenu, type NormalizedMenu } from '../../../platforms/normalize-menu.ts';
import { UnexpectedAnswer, type Platform } from '../../../platforms/platform.ts';
import type { PlatformRegistry } from '../../../platforms/registry.ts';
import { formatTable } from '../../output/format-table.ts';

/** What the parser of a platform made of an answer. */
interface Parsed {
  platform: string;
  menu: NormalizedMenu | null;
  /** The number of products that the platform reports. */
  total: number | null;
  fault: string | null;
}

/** Formats what the parser of each platform makes of an answer, a row each. */
export function formatParsed(platforms: PlatformRegistry, body: unknown): string {
  return formatTable(
    [
      { header: 'parser', value: 'platform', kind: 'id' },
      { header: 'products', value: ({ menu }) => menu?.products.length, kind: 'number' },
      { header: 'of', value: 'total', kind: 'number' },
      {
        header: 'in stock',
        value: ({ menu }) => menu?.products.filter(({ inStock }) => inStock).length,
        kind: 'number',
      },
      { header: 'prices', value: ({ menu }) => (menu === null ? null : formatPrices(menu)) },
      { header: 'faults', value: formatFaults },
    ],
    Object.values(platforms).map((platform) => parse(platform, body)),
  );
}

function parse(platform: Platform, body: unknown): Parsed {
  const { name } = platform;
  const raw = platform.productsOf(body);
  if (raw === null)
    return { platform: name, menu: null, total: null, fault: 'it is no menu of this platform' };
  const menu = normalizeMenu(platform, raw);
  try {
    return { platform: name, menu, total: platform.parseMenuPage(body).totalCount, fault: null };
  } catch (error) {
    if (!(error instanceof UnexpectedAnswer)) throw error;
    return { platform: name, menu, total: null, fault: error.message };
  }
}

function formatPrices({ products }: NormalizedMenu): string {
  const prices = products
    .flatMap(({ options, priceRec, priceMed }) => [
      priceRec,
      priceMed,
      ...options.flatMap(({ rec, med }) => [rec, med]),
    ])
    .flatMap((price) => (price === null ? [] : [Number(price)]));
  if (prices.length === 0) return 'none';
  const sorted = prices.toSorted((one, other) => one - other);
  return [sorted[0], sorted.at(-1)].map((price) => price?.toFixed(2)).join(' to ');
}

function formatFaults({ menu, fault }: Parsed): string {
  const { skipped = [], flaws } = menu ?? {};
  const reasons = [...new Set([...skipped, ...(flaws?.samples ?? [])].map(({ reason }) => reason))];
  return (
    [
      ...(fault === null ? [] : [fault]),
      ...(skipped.length === 0 ? [] : [`${skipped.length} products skipped`]),
      ...(flaws === undefined || flaws.option + flaws.value === 0
        ? []
        : [`${flaws.option} options and ${flaws.value} values left out`]),
      ...reasons,
    ].join('; ') || (menu === null ? '' : 'none')
  );
}
