import { slugInPath } from '../slug-in-path.ts';

/** First segments of the paths of menu pages; the store's slug or id is the next segment. */
export const MENU_PATHS = ['embedded-menu', 'dispensary', 'stores'] as const;

const MENU_PATH = new RegExp(`^/(?:${MENU_PATHS.join('|')})/([^/]+)`);

/** Returns the slug in a menu URL such as `https://dutchie.com/embedded-menu/deeply-rooted/products/flower`; null for other URLs. */
export function slugOfMenuUrl(menuUrl: string): string | null {
  return slugInPath(menuUrl, MENU_PATH);
}

/** Returns the URL of a store's menu page. */
export function menuUrlOf(origin: string, slug: string): string {
  return `${origin}/embedded-menu/${encodeURIComponent(slug)}`;
}
