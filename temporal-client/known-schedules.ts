import type { Client } from '@temporalio/client';
import { readNamespaceData, writeNamespaceData } from './namespace-data.ts';

/** In the data of the namespace: the ids of the schedules of code that it has had, with commas between them. */
const DATA_KEY = 'crawlchain.schedules';

/** Reads which schedules of code the namespace has had: one that is not there any more was deleted by a person. */
export async function readKnownSchedules(client: Client): Promise<string[]> {
  const ids = await readNamespaceData(client, DATA_KEY);
  return ids === null || ids === '' ? [] : ids.split(',');
}

/** Adds to them. Where the server does not allow it, none are known. */
export async function addKnownSchedules(client: Client, ids: string[]): Promise<void> {
  const known = await readKnownSchedules(client);
  const all = [...new Set([...known, ...ids])];
  if (all.length > known.length) await writeNamespaceData(client, DATA_KEY, all.join(','));
}
