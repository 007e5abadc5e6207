import { slugInPath } from '../slug-in-path.ts';

/** Paths under which a store's menu is served, with the store's slug (or its id) as the part that follows. */
export const MENU_PATHS = ['embedded-menu', 'dispensary', 'stores'] as const;

const MENU_PATH = new RegExp(`^/(?:${MENU_PATHS.join('|')})/([^/]+)`);

/** The slug in a menu URL such as `https://dutchie.com/embedded-menu/deeply-rooted/products/flower`; null for other URLs. */
export function slugOfMenuUrl(menuUrl: string): string | null {
  return slugInPath(menuUrl, MENU_PATH);
}

/** The menu page of a store. */
export function menuUrlOf(origin: string, slug: string): string {
  return `${origin}/embedded-menu/${encodeURIComponent(slug)}`;
}
