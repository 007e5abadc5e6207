import type { Answer } from '../storefront/answer.ts';
import type { LoggedRequest } from '../storefront/request-log.ts';
import type { Site } from '../storefront/site.ts';
import { lyingWorld } from './tell-menu.ts';
import type { ToldLie } from './tell-menu.ts';
import { tellPages } from './tell-pages.ts';

/** A lie to tell from now on. */
export type LieRequest = Omit<ToldLie, 'sincePass'>;

/** Answers from the site as it is seen; `page` in place of the one that was asked for, unless it is null. */
type AnswerFrom = (site: Site, page: number | null) => Answer | Promise<Answer>;

export interface Lies {
  /** Tells another lie, on top of those that are told. */
  tell: (request: LieRequest) => void;
  clear: () => void;
  told: () => readonly ToldLie[];
  /** The answer to a request about menus, with the lies that are told to whoever asks. */
  answer: (asked: LoggedRequest, answerFrom: AnswerFrom) => Promise<Answer>;
}

const MENU_OPERATIONS: ReadonlySet<string | null> = new Set(['FilteredProducts', 'products']);

/** Keeps which lies are told. The site itself stays honest, so the truth does. */
export function createLies(site: Site): Lies {
  let told: ToldLie[] = [];
  // A menu is kept in memory by its store, so the same lies are always told by the same stores.
  const seen = new Map<string, Site>();
  const change = (lies: ToldLie[]) => {
    told = lies;
    seen.clear();
  };
  const seenThrough = (proxy: string): Site => {
    const lies = told.filter((lie) => lie.proxy === null || lie.proxy === proxy);
    if (lies.length === 0) return site;
    const lying = seen.get(proxy) ?? { ...site, world: lyingWorld(site.world, lies) };
    seen.set(proxy, lying);
    return lying;
  };
  return {
    tell: (request) => change([...told, { ...request, sincePass: site.pass() }]),
    clear: () => change([]),
    told: () => told,
    answer: async (asked, answerFrom) => {
      const lying = seenThrough(asked.exitAddress);
      const about = told.flatMap(({ kind, proxy, store }) =>
        'page' in kind &&
        (proxy === null || proxy === asked.exitAddress) &&
        (store === null || store === asked.dispensaryId)
          ? [kind.page]
          : [],
      );
      if (about.length === 0 || !MENU_OPERATIONS.has(asked.operation)) return answerFrom(lying, null);
      return tellPages(about, asked.page ?? 0, async (page) => answerFrom(lying, page));
    },
  };
}
