import type { LieKind, MenuPlatform } from '../../sandbox/lies/lie-kind.ts';
import { platformsOf } from '../../sandbox/lies/lie-kind.ts';
import { LIE_KINDS } from '../../sandbox/lies/lie-kinds.ts';
import { attack, inOrder, storesOf, worldOf } from './attack.ts';
import { timeOf } from './attack-stage.ts';
import { seeMenu } from './see-menu.ts';
import { CONFIRM_AFTER_MS, crawlSimulated, emptyStore, type CrawlEnd } from './simulated-store.ts';

/** The share of a small menu that a lie must make wrong to count. */
const HARM_SHARE = 0.25;

interface SmallWorld {
  seed: number;
  /** The approximate number of products of each store. */
  products: number;
}

interface SmallAttack {
  kind: LieKind;
  platform: MenuPlatform;
  refusedFor: string | null;
  /** How many products of the menu the lie would make wrong. */
  harmed: number;
  honest: number;
}

/** Yields every kind of lie at a small store of each platform that would make a quarter of its menu wrong. */
export async function* attackSmall({ seed, products }: SmallWorld): AsyncGenerator<SmallAttack> {
  for (const kind of LIE_KINDS)
    for (const platform of platformsOf(kind)) {
      const result = await attack({ kind, platform, seed, share: 1, products });
      const { refusedFor, honest } = result;
      const harmed = Math.max(result.wrongStock, result.wrongPrices, result.wrongIdentity);
      if (harmed >= honest * HARM_SHARE) yield { kind, platform, refusedFor, harmed, honest };
    }
}

const FIRST_PASS = 3;
const QUIET_PASSES = 12;

/** Crawls small stores on ordinary days. */
export async function* crawlSmall({ seed, products }: SmallWorld): AsyncGenerator<CrawlEnd> {
  for (const platform of ['dutchie', 'blaze'] as const)
    for (const store of storesOf(worldOf({ platform, seed, products }), platform)) {
      // The first store of a world is large, and test shops are not crawled.
      if (store.profileAt(0).isTestShop || store.menuAt(FIRST_PASS).length > products * SIZE_MAX) continue;
      const known = emptyStore();
      for (let pass = FIRST_PASS; pass < FIRST_PASS + QUIET_PASSES; pass += 1) {
        const seen = await seeMenu(platform, inOrder(store.menuAt(pass)));
        const crawl = { seen, storeId: store.platformId, idsOfOthers: new Set<string>() };
        const end = crawlSimulated(known, { ...crawl, at: timeOf(pass) });
        if (end.isLookDue)
          crawlSimulated(known, { ...crawl, at: new Date(timeOf(pass).getTime() + CONFIRM_AFTER_MS) });
        if (pass > FIRST_PASS) yield end;
      }
    }
}

const SIZE_MAX = 1.5;
