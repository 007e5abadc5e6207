import type { StoreTruth } from '../../sandbox/world/world.ts';
import type { CrawlWorld } from './crawl-world.ts';

/**
 * Adds a store of the sandbox as a dispensary, without discovery.
 * @param isResolved false: the chain has to resolve the platform's id
 * @returns the dispensary's id
 */
export async function addStore(
  { db, sandbox }: Pick<CrawlWorld, 'db' | 'sandbox'>,
  store: StoreTruth,
  isResolved = true,
): Promise<number> {
  const menuUrl =
    store.platform === 'dutchie'
      ? `${sandbox.menuBaseUrl}/embedded-menu/${store.slug}`
      : `${new URL(sandbox.restUrl).origin}/stores/${store.slug}`;
  const { id } = await db
    .insertInto('dispensaries')
    .values({
      name: store.name,
      platform: store.platform,
      platform_dispensary_id: isResolved ? store.platformId : null,
      slug: store.slug,
      menu_url: menuUrl,
      address: null,
      city: store.city,
      state: store.state,
      postal_code: null,
      country: null,
      latitude: null,
      longitude: null,
      time_zone: store.timezone,
      phone: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds every store of the sandbox except test shops. */
export async function addStores(world: Pick<CrawlWorld, 'db' | 'sandbox' | 'truth'>): Promise<void> {
  const { dispensaries } = await world.truth();
  for (const truth of dispensaries) if (!truth.isTestShop) await addStore(world, truth);
}
