import type { Dispensary } from '../domain/dispensary.ts';
import { CrawlError } from '../domain/errors.ts';
import type { CrawlSession } from '../egress/session.ts';
import { NOTHING_KNOWN, type Platform } from '../platforms/platform.ts';
import { askPlatform } from './ask-platform.ts';

/**
 * Asks the platform for the id behind a dispensary's slug.
 * @throws CrawlError NotFound when the platform knows no such store, and whatever the request throws
 */
export async function resolvePlatformId(
  session: CrawlSession,
  platform: Platform,
  dispensary: Dispensary,
): Promise<string> {
  const slug = platform.slugOf(dispensary.menuUrl) ?? dispensary.slug;
  const stores = await askPlatform(session, platform.requestStore(slug, NOTHING_KNOWN), platform.parseStores);
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
