import type { DiscoveredStore, Dispensary } from '../domain/dispensary.ts';
import { isAskedStore } from '../domain/requested-store.ts';
import { CrawlError } from '../domain/errors.ts';
import { fetchFromPlatform, type Asking } from './fetch-from-platform.ts';

/**
 * Requests the store behind a dispensary's slug, with its id, from the platform.
 * @param isSame whether a store found under the slug is the dispensary
 * @throws CrawlError NotFound when the platform knows no such store, SuspectPayload when it answers with another store, and
 *   whatever the request throws
 */
export async function resolveStore(
  asking: Asking,
  dispensary: Dispensary,
  isSame: typeof isAskedStore = isAskedStore,
): Promise<DiscoveredStore> {
  const { platform } = asking;
  const slug = platform.slugOf(dispensary.menuUrl) ?? dispensary.slug;
  const stores = await fetchFromPlatform(asking, {
    build: (known) => platform.requestStore(slug, known),
    parse: platform.parseStores,
  });
  const store = stores.find((candidate) => isSame(candidate, slug, dispensary));
  if (store !== undefined) return store;
  const [other] = stores;
  if (other === undefined) {
    throw new CrawlError(
      'NotFound',
      `${platform.name} knows no store with the slug ${JSON.stringify(slug)}.`,
      { evidence: { slug } },
    );
  }
  // The id is saved permanently, so it must not come from an answer for another store, such as one from a proxy's cache.
  throw new CrawlError(
    'SuspectPayload',
    `Expected the store ${JSON.stringify(slug)}, got the store ${JSON.stringify(other.name.slice(0, 80))}.`,
    { evidence: { fault: 'another-store', slug, got: other.slug.slice(0, 80) } },
  );
}
