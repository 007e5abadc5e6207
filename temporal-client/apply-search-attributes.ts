import { setTimeout as sleep } from 'node:timers/promises';
import { isGrpcServiceError, type Client } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../temporal-config/search-attributes.ts';

/** A server keeps namespaces in a cache, and refreshes it every few seconds. */
const KNOWN_WITHIN_MS = 60_000;
const POLL_MS = 200;

/** As the server numbers the types of search attributes; ours are all of this one. */
const KEYWORD = 2;

/** The gRPC status of a request that names what the server does not know. */
const INVALID_ARGUMENT = 3;

/**
 * Registers the search attributes that the namespace lacks; resolves when they can be used.
 * @returns names of those that were added
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

/** Names of the search attributes that the namespace lacks. */
export async function findMissingAttributes(client: Client): Promise<string[]> {
  return (await findMissing(client)).map(({ name }) => name);
}

async function findMissing(client: Client): Promise<typeof SEARCH_ATTRIBUTES> {
  const { namespace } = client.options;
  const known =
    (await client.connection.operatorService.listSearchAttributes({ namespace })).customAttributes ?? {};
  return SEARCH_ATTRIBUTES.filter((attribute) => !(attribute.name in known));
}

/** The server refuses a search attribute that it has just registered until its cache has it, so it is asked. */
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
