import type { Client } from '@temporalio/client';
import { readNamespaceData, writeNamespaceData } from './namespace-data.ts';

/** The namespace data's key for the ids of all schedules of code that the namespace has had, separated by commas. */
const DATA_KEY = 'crawlchain.schedules';

/** Reads which schedules of code the namespace has had. Those that no longer exist were deleted by a person. */
export async function readKnownSchedules(client: Client): Promise<string[]> {
  const ids = await readNamespaceData(client, DATA_KEY);
  return ids === null || ids === '' ? [] : ids.split(',');
}

/** Adds ids to the known schedules. If the server does not allow writing, no schedule is ever known. */
export async function addKnownSchedules(client: Client, ids: string[]): Promise<void> {
  const known = await readKnownSchedules(client);
  const all = [...new Set([...known, ...ids])];
  if (all.length > known.length) await writeNamespaceData(client, DATA_KEY, all.join(','));
}
