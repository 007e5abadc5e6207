import { slugInPath } from '../slug-in-path.ts';

const MENU_PATH = /^\/stores\/([^/]+)/;

/** The slug in a menu URL such as `https://ecom-api.blaze.me/stores/copper-fern`; null for other URLs. */
export function slugOfMenuUrl(menuUrl: string): string | null {
  return slugInPath(menuUrl, MENU_PATH);
}

/** The menu page of a store. */
export function menuUrlOf(origin: string, slug: string): string {
  return `${origin}/stores/${encodeURIComponent(slug)}`;
}
