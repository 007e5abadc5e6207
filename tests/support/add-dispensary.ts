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
 * @param options.isResolved false leaves resolving the platform's id to the chain
 * @param options.platform the dispensary's platform, where the sandbox has several
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

/** The same. @returns the dispensaries with their names, in the order of their ids */
export async function addNamedDispensaries(world: CrawlWorld): Promise<NamedDispensary[]> {
  await addDispensaries(world);
  return world.db
    .selectFrom('dispensaries')
    .select(['id', 'name', 'platform', 'state as stateCode'])
    .orderBy('id')
    .execute();
}
