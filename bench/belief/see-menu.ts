import { createGathering } from '../../stages/gather-pages.ts';
import type { CanonicalProduct } from '../../domain/product.ts';
import type { Platform } from '../../platforms/platform.ts';
import { normalizeMenu } from '../../platforms/normalize-menu.ts';
import { createPlatformRegistry } from '../../platforms/registry.ts';
import type { LieKind, MenuPlatform } from '../../sandbox/lies/lie-kind.ts';
import { sendPages } from '../../sandbox/lies/send-pages.ts';
import { json } from '../../sandbox/storefront/answer.ts';
import type { MenuEntry } from '../../sandbox/world/world.ts';

const PLATFORMS = createPlatformRegistry({
  dutchie: { graphqlUrl: 'https://menus.test/graphql', hashes: {} },
  blaze: { apiUrl: 'https://menus.test/api' },
});

/** A menu as a crawl has it: collected from pages, then normalized. */
export interface SeenMenu {
  ids: string[];
  products: CanonicalProduct[];
  totalCount: number | null;
  missing: number;
  unreadable: readonly { id: string | null; reason: string }[];
  /** The stores that the products name as their owners. */
  owners: string[];
  pageHashes: string[];
}

/** Returns what a crawl sees of a menu; the error's message when the crawl fails. */
export async function seeMenu(
  platformName: MenuPlatform,
  entries: readonly MenuEntry[],
  page: LieKind | null = null,
): Promise<SeenMenu | string> {
  const platform = PLATFORMS[platformName];
  const records = entries.filter(({ isActive }) => isActive).map(({ record }) => record);
  const owners = new Set<string>();
  const gathering = createGathering(platform);
  try {
    for (let next = gathering.next(); next !== null; next = gathering.next()) {
      const ordered = next.order === 'ascending' ? records : records.toReversed();
      const answerPage = async (requested: number) => json(bodyOf(platform, ordered, requested));
      const answer =
        page !== null && 'page' in page
          ? await sendPages([page.page], next.page, answerPage)
          : await answerPage(next.page);
      const parsed = platform.parseMenuPage(JSON.parse(String(answer.body)));
      for (const owner of parsed.ownerIds ?? []) owners.add(owner);
      gathering.take(parsed);
    }
  } catch (error) {
    return error instanceof Error ? error.message : 'error';
  }
  const { products: raws, ids, totalCount, missing, pageHashes } = gathering.menu();
  const { products, skipped } = normalizeMenu(platform, raws);
  return {
    ids,
    products,
    totalCount,
    missing,
    unreadable: skipped,
    owners: [...owners],
    pageHashes,
  };
}

/**
 * Returns what a Dutchie crawl sees of a menu with correct pages: as `seeMenu`, but without owners and page hashes, in a third of
 * the time.
 */
export function readMenu(entries: readonly MenuEntry[]): SeenMenu {
  const raws = entries.filter(({ isActive }) => isActive).map(({ record }) => record);
  const { products, skipped } = normalizeMenu(PLATFORMS.dutchie, raws);
  return {
    ids: products.map(({ providerProductId }) => providerProductId),
    products,
    totalCount: raws.length,
    missing: 0,
    unreadable: skipped,
    owners: [],
    pageHashes: [],
  };
}

function bodyOf({ name, pageSize }: Platform, records: readonly unknown[], page: number): unknown {
  const products = records.slice(page * pageSize, (page + 1) * pageSize);
  const totalCount = records.length;
  if (name === 'blaze') return { data: products, meta: { total_count: totalCount } };
  return {
    data: {
      filteredProducts: {
        products,
        queryInfo: { totalCount, totalPages: Math.ceil(totalCount / pageSize) },
      },
    },
  };
}
