import type { DiscoveredStore, Dispensary } from '../domain/dispensary.ts';
import { isAskedStore } from '../domain/asked-store.ts';
import { CrawlError } from '../domain/errors.ts';
import { askPlatform, type Asking } from './ask-platform.ts';

/**
 * Asks the platform for the store behind a dispensary's slug, and so for its id.
 * @param isSame whether a store that was found under the slug is the dispensary
 * @throws CrawlError NotFound when the platform knows no such store, SuspectPayload when it answers with another one,
 *   and whatever the request throws
 */
export async function resolveStore(
  asking: Asking,
  dispensary: Dispensary,
  isSame: typeof isAskedStore = isAskedStore,
): Promise<DiscoveredStore> {
  const { platform } = asking;
  const slug = platform.slugOf(dispensary.menuUrl) ?? dispensary.slug;
  const stores = await askPlatform(asking, {
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
  // The id would be kept for good: what a cache on the way gives for another store must not become it.
  throw new CrawlError(
    'SuspectPayload',
    `The store ${JSON.stringify(slug)} was asked for; ${JSON.stringify(other.name.slice(0, 80))} came.`,
    { evidence: { fault: 'another-store', slug, got: other.slug.slice(0, 80) } },
  );
}
