/**
 * Returns the slug in a menu URL; null for other URLs.
 * @param menuPath matches the paths of menus, with the slug as its first group
 */
export function slugInPath(menuUrl: string, menuPath: RegExp): string | null {
  if (!URL.canParse(menuUrl)) return null;
  const slug = menuPath.exec(new URL(menuUrl).pathname)?.[1];
  return slug === undefined ? null : decode(slug);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // The encoding is malformed because the URL was typed by hand, so the slug is used as it is.
    return part;
  }
}
