import type { Dispensary } from '../domain/dispensary.ts';
import { CrawlError } from '../domain/errors.ts';
import { askPlatform, type Asking } from './ask-platform.ts';

/**
 * Asks the platform for the id behind a dispensary's slug.
 * @throws CrawlError NotFound when the platform knows no such store, and whatever the request throws
 */
export async function resolvePlatformId(asking: Asking, dispensary: Dispensary): Promise<string> {
  const { platform } = asking;
  const slug = platform.slugOf(dispensary.menuUrl) ?? dispensary.slug;
  const stores = await askPlatform(asking, {
    build: (known) => platform.requestStore(slug, known),
    parse: platform.parseStores,
  });
  const store = stores[0];
  if (store === undefined) {
    throw new CrawlError(
      'NotFound',
      `${platform.name} knows no store with the slug ${JSON.stringify(slug)}.`,
      { evidence: { slug } },
    );
  }
  return store.platformDispensaryId;
}
