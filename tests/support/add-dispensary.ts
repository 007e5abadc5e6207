import { addStore } from '../../faults/world/add-store.ts';
import type { PlatformName } from '../../domain/dispensary.ts';
import type { StoreTruth } from '../../sandbox/world/world.ts';
import type { NamedDispensary } from '../../temporal-client/crawl-control.ts';
import type { CrawlWorld } from './crawl-world.ts';

export interface AddedDispensary {
  dispensary: NamedDispensary;
  store: StoreTruth;
}

/**
 * Adds the sandbox's dispensary with the largest menu, without discovery.
 * @param options.isResolved false: the chain has to resolve the platform's id
 * @param options.platform the platform of the dispensary, for a sandbox with several platforms
 */
export async function addLargestDispensary(
  world: CrawlWorld,
  { isResolved = true, platform = 'dutchie' }: { isResolved?: boolean; platform?: PlatformName } = {},
): Promise<AddedDispensary> {
  const { dispensaries } = await world.truth();
  const [store] = dispensaries
    .filter((candidate) => candidate.platform === platform)
    .toSorted((a, b) => b.products.length - a.products.length);
  if (store === undefined) throw new Error('The sandbox has no dispensary');
  const id = await addStore(world, store, isResolved);
  return { dispensary: { id, name: store.name, platform, stateCode: store.state }, store };
}

/** Adds every dispensary of the sandbox except test shops. @returns their ids */
export async function addDispensaries(world: CrawlWorld): Promise<number[]> {
  const { dispensaries } = await world.truth();
  const stores = dispensaries.filter(({ isTestShop }) => !isTestShop);
  return Promise.all(stores.map((store) => addStore(world, store)));
}

/** Adds every dispensary of the sandbox except test shops. @returns the dispensaries with their names, ordered by id */
export async function addNamedDispensaries(world: CrawlWorld): Promise<NamedDispensary[]> {
  await addDispensaries(world);
  return world.db
    .selectFrom('dispensaries')
    .select(['id', 'name', 'platform', 'state as stateCode'])
    .orderBy('id')
    .execute();
}
