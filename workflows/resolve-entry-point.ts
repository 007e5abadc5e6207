import { setCurrentDetails } from '@temporalio/workflow';
import { PLATFORM_NAMES, type PlatformName } from '../domain/dispensary.ts';
import type { ResolveEntryPointInput, ResolveEntryPointResult } from '../domain/entry-point.ts';
import { CHAINED_PRIORITY } from '../temporal-config/priorities.ts';
import { resolveEntryPointId } from '../temporal-config/workflow-ids.ts';
import { discoveryActivities, fanOutActivities } from './activity-proxies.ts';
import { lookUpStore, needsLookup } from './look-up-store.ts';
import { requireId, requireInput } from './require-input.ts';
import { leavingStore, MAY_WAIT, createStoreWait } from './store-waits.ts';

/**
 * Finds a dispensary's id on its platform and starts its first crawl. The workflow id is `resolve/<dispensaryId>`. A chain looks
 * up the id by itself when its dispensary lacks one.
 */
export async function resolveEntryPoint(
  input: ResolveEntryPointInput,
  ...more: unknown[]
): Promise<ResolveEntryPointResult> {
  requireInput<ResolveEntryPointInput>('resolveEntryPoint', [input, ...more], {
    dispensaryId: (id) => Number.isSafeInteger(id) && Number(id) > 0,
    platform: (platform) => platform === undefined || PLATFORM_NAMES.includes(platform as PlatformName),
    crawl: (crawl) => crawl === undefined || typeof crawl === 'boolean',
    priority: (priority) => priority === undefined || Number.isSafeInteger(priority),
  });
  const { dispensaryId, crawl = true, priority = CHAINED_PRIORITY } = input;
  requireId('resolveEntryPoint', resolveEntryPointId(dispensaryId));
  const { platform = 'dutchie' } = needsLookup(input)
    ? await lookUpStore({ role: 'entry_point_discovery', ...input })
    : input;
  const summary = `dispensary ${dispensaryId}: entry_point_discovery`;
  const inTurn = createStoreWait();
  const found = await leavingStore(() =>
    inTurn(() => discoveryActivities(platform, summary).resolveEntryPoint({ dispensaryId, ...MAY_WAIT })),
  );
  setCurrentDetails(`The platform's id is ${found.platformDispensaryId}`);
  if (!crawl) return { ...found, chainStarted: false };
  const { started } = await fanOutActivities(`dispensary ${dispensaryId}: first crawl`).startCrawls({
    dispensaryIds: [dispensaryId],
    role: 'product_discovery',
    priority,
  });
  return { ...found, chainStarted: started === 1 };
}
