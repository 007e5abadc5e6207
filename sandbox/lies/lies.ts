import type { Answer } from '../storefront/answer.ts';
import type { LoggedRequest } from '../storefront/request-log.ts';
import type { Site } from '../storefront/site.ts';
import { lyingWorld } from './lying-world.ts';
import type { ActiveLie } from './lying-world.ts';
import { sendPages } from './send-pages.ts';

/** A lie to add. */
export type LieRequest = Omit<ActiveLie, 'sincePass'>;

/** Answers a request from a view of the site. `page` replaces the requested page; null keeps the requested one. */
type AnswerFrom = (site: Site, page: number | null) => Answer | Promise<Answer>;

export interface Lies {
  /** Adds a lie to the active lies. */
  tell: (request: LieRequest) => void;
  clear: () => void;
  active: () => readonly ActiveLie[];
  /** Answers a request about menus, with the lies that apply to the client that sent it. */
  answer: (requested: LoggedRequest, answerFrom: AnswerFrom) => Promise<Answer>;
}

const MENU_OPERATIONS: ReadonlySet<string | null> = new Set(['FilteredProducts', 'products']);

/** Creates the list of active lies. The site itself stays honest, and so does the truth that the sandbox reports. */
export function createLies(site: Site): Lies {
  let reported: ActiveLie[] = [];
  // Menus are cached per store object, so the same lies must always use the same store objects.
  const seen = new Map<string, Site>();
  const change = (lies: ActiveLie[]) => {
    reported = lies;
    seen.clear();
  };
  const seenThrough = (proxy: string): Site => {
    const lies = reported.filter((lie) => lie.proxy === null || lie.proxy === proxy);
    if (lies.length === 0) return site;
    const lying = seen.get(proxy) ?? { ...site, world: lyingWorld(site.world, lies) };
    seen.set(proxy, lying);
    return lying;
  };
  return {
    tell: (request) => change([...reported, { ...request, sincePass: site.pass() }]),
    clear: () => change([]),
    active: () => reported,
    answer: async (requested, answerFrom) => {
      const lying = seenThrough(requested.exitAddress);
      const about = reported.flatMap(({ kind, proxy, store }) =>
        'page' in kind &&
        (proxy === null || proxy === requested.exitAddress) &&
        (store === null || store === requested.dispensaryId)
          ? [kind.page]
          : [],
      );
      if (about.length === 0 || !MENU_OPERATIONS.has(requested.operation)) return answerFrom(lying, null);
      return sendPages(about, requested.page ?? 0, async (page) => answerFrom(lying, page));
    },
  };
}
