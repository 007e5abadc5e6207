import type { PlatformName } from '../domain/dispensary.ts';
import type { Platform } from './platform.ts';
import type { PlatformRegistry } from './registry.ts';

/** A store, as the address of its menu names it. */
export interface MenuAddress {
  platform: PlatformName;
  /** The store's slug, or the platform's id of it. */
  slug: string;
  /** The address in the form that discovery gives it. */
  menuUrl: string;
}

/** What slugs and ids are made of, as far as it matters: they become a part of a path, and go into the database. */
const SLUG = /^(?!\.{1,2}$)[^\s/\\\p{Cc}]{1,200}$/u;

/** Which store an address names, as people copy it from a browser; null: no platform knows it. */
export function readMenuAddress(platforms: PlatformRegistry, text: string): MenuAddress | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && /^https?:$/.test(url.protocol);
  const platform = Object.values(platforms).find((one) => isPlain && isServedBy(one, url));
  const slug = platform?.slugOf(text) ?? null;
  if (platform === undefined || slug === null || !SLUG.test(slug)) return null;
  return { platform: platform.name, slug, menuUrl: platform.menuUrlOf(slug) };
}

/** The forms of addresses that are known, for people. */
export function menuForms(platforms: PlatformRegistry): string {
  return Object.values(platforms)
    .flatMap(({ homeUrl, menuPaths }) => menuPaths.map((path) => `${homeUrl}${path}/<slug>`))
    .join(', ');
}

/** A menu page may be opened in a browser, so that the host has to be the platform's own. */
function isServedBy({ homeUrl, menuHosts }: Platform, { host, hostname }: URL): boolean {
  if (host === new URL(homeUrl).host) return true;
  return menuHosts.some((own) => hostname === own || hostname.endsWith(`.${own}`));
}
