import { heartbeat } from '@temporalio/activity';
import { CrawlError } from '../domain/errors.ts';
import type { CrawlSession } from '../egress/session.ts';
import { NOTHING_KNOWN, type MenuPage, type Platform } from '../platforms/platform.ts';
import type { PageSpool, SpoolKey } from '../storage/page-spool.ts';
import { askPlatform } from './ask-platform.ts';

/** How far a fetch is; travels in heartbeats, so that another worker can go on. */
export interface MenuCursor {
  /** The fence of the attempt that left the pages. */
  attempt: number;
  pages: number;
  /** ISO 8601: when the first attempt began. */
  startedAt: string;
  /** How often the store has refused, or sent what cannot be believed, over all attempts. */
  refusals: number;
}

interface CollectedMenu {
  /** The products as they came, each id once, in the order of their first page. */
  products: unknown[];
  unique: number;
  pages: number;
  totalCount: number | null;
  startedAt: Date;
}

export interface MenuCollector {
  /** Fetches what is missing and heartbeats the cursor at each page; may be called again with another session. */
  collect(session: CrawlSession, platformDispensaryId: string): Promise<void>;
  state(): CollectedMenu;
  cursor(): MenuCursor;
  /** Counts one more refusal; it travels in the cursor. */
  countRefusal(): number;
  /** Removes the pages that were kept for a resume: the next attempt asks for all of them. */
  forget(): Promise<void>;
}

interface Origin {
  platform: Platform;
  /** Unique for the attempt: a timed-out attempt that still runs writes to a folder of its own. */
  key: SpoolKey;
  cursor: MenuCursor | null;
}

/** Gathers the pages of one menu, starting where an earlier attempt left off when all its pages can be read. */
export async function createMenuCollector(
  spool: PageSpool,
  { platform, key, cursor }: Origin,
): Promise<MenuCollector> {
  const products = new Map<string, unknown>();
  let pages = 0;
  let totalCount: number | null = null;
  let isComplete = false;
  const startedAt = cursor === null ? new Date() : new Date(cursor.startedAt);
  let refusals = cursor?.refusals ?? 0;

  function take(page: MenuPage): void {
    for (const product of page.products) if (!products.has(product.id)) products.set(product.id, product.raw);
    pages += 1;
    totalCount = page.totalCount ?? totalCount;
    isComplete =
      page.products.length < platform.pageSize || (totalCount !== null && products.size >= totalCount);
  }

  const currentCursor = (): MenuCursor => ({
    attempt: key.attempt,
    pages,
    startedAt: startedAt.toISOString(),
    refusals,
  });

  const left = cursor === null || cursor.pages === 0 ? null : await spool.adopt<MenuPage>(key, cursor);
  for (const page of left ?? []) take(page);

  return {
    async collect(session, platformDispensaryId) {
      while (!isComplete) {
        if (pages >= platform.pagesMax) {
          throw new CrawlError(
            'ContractBroken',
            `The menu has no end: page ${pages} is as full as the ones before.`,
            { evidence: { pages, unique: products.size } },
          );
        }
        const answer = await askPlatform(
          session,
          platform.requestMenuPage({ platformDispensaryId, page: pages, order: 'ascending' }, NOTHING_KNOWN),
          platform.parseMenuPage,
        );
        await spool.write(key, pages, answer);
        take(answer);
        heartbeat(currentCursor());
      }
    },
    state: () => ({ products: [...products.values()], unique: products.size, pages, totalCount, startedAt }),
    cursor: currentCursor,
    countRefusal() {
      refusals += 1;
      heartbeat(currentCursor());
      return refusals;
    },
    forget: () => spool.removeRun(key.run),
  };
}
