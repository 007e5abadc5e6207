import { patched, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { StoreOfChain } from '../activities/find-store.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import type { Role } from '../domain/role.ts';
import { DISPENSARY_ID, PLATFORM, ROLE, STATE_CODE } from '../temporal-config/search-attributes.ts';
import { bookkeepingActivities } from './activity-proxies.ts';

/** A workflow's dispensary, as far as its input names it. */
interface NamedStore {
  role: Role;
  dispensaryId: number;
  platform: PlatformName;
  stateCode?: string | null;
}

/**
 * Whether the dispensary's platform must be looked up. Programs pass the platform; a person who starts a workflow by hand need
 * not know it. Workflows that started before this lookup existed keep the platform that they assumed.
 */
export function needsLookup({ platform }: Partial<NamedStore>): boolean {
  return platform === undefined && patched('look-up-store');
}

/**
 * Looks up the store and sets the workflow's search attributes.
 * @throws ActivityFailure NotFound when the dispensary does not exist
 */
export async function lookUpStore(named: Omit<NamedStore, 'platform'>): Promise<StoreOfChain> {
  const { dispensaryId } = named;
  const { findStore } = bookkeepingActivities(`dispensary ${dispensaryId}: whose store is it?`);
  const store = await findStore({ dispensaryId });
  showStore({ ...named, ...store });
  return store;
}

/**
 * Sets the search attributes that a workflow lacks because a person started it by hand; a program sets them when it starts one.
 */
export function showStore({ role, dispensaryId, platform, stateCode }: NamedStore): void {
  const known = workflowInfo().typedSearchAttributes;
  const missing = [
    { key: ROLE, value: role },
    { key: PLATFORM, value: platform },
    { key: DISPENSARY_ID, value: String(dispensaryId) },
    ...(typeof stateCode === 'string' ? [{ key: STATE_CODE, value: stateCode }] : []),
  ].filter(({ key }) => known.get(key) === undefined);
  if (missing.length > 0) upsertSearchAttributes(missing);
}
