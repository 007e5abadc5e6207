import { setTimeout as sleep } from 'node:timers/promises';
import { isGrpcServiceError, type Client } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../temporal-config/search-attributes.ts';

/** How long to wait until the server uses new attributes: it caches namespaces, and refreshes the cache every few seconds. */
const KNOWN_WITHIN_MS = 60_000;
const POLL_MS = 200;

/** The server's number for the type `Keyword`; all our search attributes have this type. */
const KEYWORD = 2;

/** The gRPC status of a request that names something the server does not know. */
const INVALID_ARGUMENT = 3;

/**
 * Registers the search attributes that the namespace lacks. Resolves when they can be used.
 * @returns the names of the added attributes
 */
export async function applySearchAttributes(client: Client): Promise<string[]> {
  const { operatorService } = client.connection;
  const { namespace } = client.options;
  const missing = await findMissing(client);
  if (missing.length === 0) return [];
  await operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(missing.map(({ name }) => [name, KEYWORD])),
  });
  const names = missing.map(({ name }) => name);
  await untilKnown(client, names);
  return names;
}

/** Returns the names of the search attributes that the namespace lacks. */
export async function findMissingAttributes(client: Client): Promise<string[]> {
  return (await findMissing(client)).map(({ name }) => name);
}

async function findMissing(client: Client): Promise<typeof SEARCH_ATTRIBUTES> {
  const { namespace } = client.options;
  const known =
    (await client.connection.operatorService.listSearchAttributes({ namespace })).customAttributes ?? {};
  return SEARCH_ATTRIBUTES.filter((attribute) => !(attribute.name in known));
}

/** Polls until the server's cache knows the attributes: until then it refuses attributes that it has just registered. */
async function untilKnown(client: Client, names: string[]): Promise<void> {
  const query = names.map((name) => `${name} IS NULL`).join(' AND ');
  const deadlineMs = Date.now() + KNOWN_WITHIN_MS;
  for (;;) {
    try {
      await client.workflow.count(query);
      return;
    } catch (error) {
      const { cause } = error as Error;
      const status: number | null = isGrpcServiceError(cause) ? cause.code : null;
      if (status !== INVALID_ARGUMENT || Date.now() > deadlineMs) throw error;
    }
    await sleep(POLL_MS);
  }
}
