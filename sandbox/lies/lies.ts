import type { Answer } from '../storefront/answer.ts';
import type { LoggedRequest } from '../storefront/request-log.ts';
import type { Site } from '../storefront/site.ts';
import { lyingWorld } from './tell-menu.ts';
import type { ToldLie } from './tell-menu.ts';
import { tellPages } from './tell-pages.ts';

/** A lie to add. */
export type LieRequest = Omit<ToldLie, 'sincePass'>;

/** Answers a request from a view of the site; `page` replaces the requested page unless it is null. */
type AnswerFrom = (site: Site, page: number | null) => Answer | Promise<Answer>;

export interface Lies {
  /** Adds a lie to the active ones. */
  tell: (request: LieRequest) => void;
  clear: () => void;
  told: () => readonly ToldLie[];
  /** The response to a request about menus, with the lies that apply to the requester. */
  answer: (asked: LoggedRequest, answerFrom: AnswerFrom) => Promise<Answer>;
}

const MENU_OPERATIONS: ReadonlySet<string | null> = new Set(['FilteredProducts', 'products']);

/** Holds the active lies. The site itself stays honest, and so does the truth. */
export function createLies(site: Site): Lies {
  let told: ToldLie[] = [];
  // Menus are cached by store object, so the same lies must always use the same store objects.
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
