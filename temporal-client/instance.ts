import type { Client } from '@temporalio/client';
import { refuseOtherInstance, type InstancePlace } from '../domain/instance.ts';
import { readNamespaceData, writeNamespaceData } from './namespace-data.ts';

const DATA_KEY = 'crawlchain.instance';

/** Reads the id of the installation that the namespace belongs to. */
export async function readNamespaceInstance(client: Client): Promise<string | null> {
  return readNamespaceData(client, DATA_KEY);
}

/**
 * Reads the id of the installation, together with the namespace's address for messages.
 * @param address host:port of the frontend
 */
export async function locateNamespaceInstance(client: Client, address: string): Promise<InstancePlace> {
  return {
    id: await readNamespaceInstance(client),
    place: `the Temporal namespace ${client.options.namespace} at ${address}`,
  };
}

/** The environment's settings for the instance check. */
export interface InstanceSettings {
  TEMPORAL_ADDRESS: string | undefined;
  INSTANCE_ID: string | undefined;
  TEMPORAL_INSTANCE_CHECK: boolean;
}

/**
 * Checks that the namespace and the database belong to the same installation.
 * @throws OtherInstance
 */
export async function refuseOtherServers(
  client: Client,
  settings: InstanceSettings,
  database: InstancePlace,
): Promise<void> {
  const { TEMPORAL_ADDRESS: address = '', INSTANCE_ID: wanted, TEMPORAL_INSTANCE_CHECK: isAsked } = settings;
  // The database check does not need Temporal.
  refuseOtherInstance({ database, temporal: null, wanted });
  if (!isAsked) return;
  refuseOtherInstance({ database, temporal: await locateNamespaceInstance(client, address), wanted });
}

/** Writes the id of the installation to the namespace. @returns false if the server does not allow it, such as Temporal Cloud */
export async function writeNamespaceInstance(client: Client, id: string): Promise<boolean> {
  return writeNamespaceData(client, DATA_KEY, id);
}

/** Whether the namespace has, or had, any workflows or schedules. */
export async function hasWork(client: Client): Promise<boolean> {
  const { count } = await client.workflow.count();
  if (count > 0) return true;
  const { done } = await client.schedule.list({ pageSize: 1 })[Symbol.asyncIterator]().next();
  return done !== true;
}

/** Returns the data with which `registerNamespace` creates a namespace that belongs to an installation. */
export function instanceData(id: string): Record<string, string> {
  return { [DATA_KEY]: id };
}
