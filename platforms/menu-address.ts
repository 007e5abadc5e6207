import type { PlatformName } from '../domain/dispensary.ts';
import type { Platform } from './platform.ts';
import type { PlatformRegistry } from './registry.ts';

/** A store, as identified by the address of its menu. */
export interface MenuAddress {
  platform: PlatformName;
  /** The store's slug, or its id on the platform. */
  slug: string;
  /** The address in the form that discovery produces. */
  menuUrl: string;
}

/** The characters allowed in slugs and ids, which become part of a URL's path and are stored in the database. */
const SLUG = /^(?!\.{1,2}$)[^\s/\\\p{Cc}]{1,200}$/u;

/** Returns the store whose menu has this address, copied from a browser; null when no platform recognizes the address. */
export function readMenuAddress(platforms: PlatformRegistry, text: string): MenuAddress | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && /^https?:$/.test(url.protocol);
  const platform = Object.values(platforms).find((one) => isPlain && isServedBy(one, url));
  const slug = platform?.slugOf(text) ?? null;
  if (platform === undefined || slug === null || !SLUG.test(slug)) return null;
  return { platform: platform.name, slug, menuUrl: platform.menuUrlOf(slug) };
}

/** Describes the accepted forms of addresses, for people. */
export function menuForms(platforms: PlatformRegistry): string {
  return Object.values(platforms)
    .flatMap(({ homeUrl, menuPaths }) => menuPaths.map((path) => `${homeUrl}${path}/<slug>`))
    .join(', ');
}

/** Whether the host belongs to the platform. This is required because a menu page may be opened in a browser. */
function isServedBy({ homeUrl, menuHosts }: Platform, { host, hostname }: URL): boolean {
  if (host === new URL(homeUrl).host) return true;
  return menuHosts.some((own) => hostname === own || hostname.endsWith(`.${own}`));
}
