import type { DiscoveredStore, Dispensary } from '../domain/dispensary.ts';
import { CrawlError } from '../domain/errors.ts';
import { askPlatform, type Asking } from './ask-platform.ts';

/**
 * Asks the platform for the id behind a dispensary's slug.
 * @param isSame whether a store that was found under the slug is the dispensary
 * @throws CrawlError NotFound when the platform knows no such store, SuspectPayload when it answers with another one,
 *   and whatever the request throws
 */
export async function resolvePlatformId(
  asking: Asking,
  dispensary: Dispensary,
  isSame: IsSame = isProbably,
): Promise<string> {
  const { platform } = asking;
  const slug = platform.slugOf(dispensary.menuUrl) ?? dispensary.slug;
  const stores = await askPlatform(asking, {
    build: (known) => platform.requestStore(slug, known),
    parse: platform.parseStores,
  });
  const store = stores.find((candidate) => isSame(candidate, slug, dispensary));
  if (store !== undefined) return store.platformDispensaryId;
  const [other] = stores;
  if (other === undefined) {
    throw new CrawlError(
      'NotFound',
      `${platform.name} knows no store with the slug ${JSON.stringify(slug)}.`,
      { evidence: { slug } },
    );
  }
  // The id would be kept for good: what a cache on the way gives for another store must not become it.
  throw new CrawlError(
    'SuspectPayload',
    `The store ${JSON.stringify(slug)} was asked for; ${JSON.stringify(other.name.slice(0, 80))} came.`,
    { evidence: { fault: 'another-store', slug, got: other.slug.slice(0, 80) } },
  );
}

type IsSame = (store: DiscoveredStore, slug: string, dispensary: Dispensary) => boolean;

/** A store may be served under a slug that is not its own; then its name or its place must be the one that is known. */
export function isProbably(store: DiscoveredStore, slug: string, dispensary: Dispensary): boolean {
  return isNamed(store, slug) || isSameText(store.name, dispensary.name) || isAtPlaceOf(store, dispensary);
}

/** The same for a dispensary that has an id, which must not be lost to a neighbour: the name and the place. */
export function isCertainly(store: DiscoveredStore, slug: string, dispensary: Dispensary): boolean {
  return isNamed(store, slug) || (isSameText(store.name, dispensary.name) && isAtPlaceOf(store, dispensary));
}

function isNamed(store: DiscoveredStore, slug: string): boolean {
  return store.slug === slug || store.platformDispensaryId === slug;
}

function isAtPlaceOf(store: DiscoveredStore, { city, stateCode }: Dispensary): boolean {
  return city !== null && isSameText(store.city, city) && store.stateCode === stateCode;
}

function isSameText(one: string | null, other: string): boolean {
  return one !== null && one.trim().toLowerCase() === other.trim().toLowerCase();
}
