const MENU_PATH = /^\/stores\/([^/]+)/;

/** The slug in a menu URL such as `https://ecom-api.blaze.me/stores/copper-fern`; null for other URLs. */
export function slugOfMenuUrl(menuUrl: string): string | null {
  if (!URL.canParse(menuUrl)) return null;
  const slug = MENU_PATH.exec(new URL(menuUrl).pathname)?.[1];
  return slug === undefined ? null : decode(slug);
}

/** The menu page of a store. */
export function menuUrlOf(origin: string, slug: string): string {
  return `${origin}/stores/${encodeURIComponent(slug)}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A stray percent sign: the URL was made by hand, so its slug is taken as it stands.
    return part;
  }
}
