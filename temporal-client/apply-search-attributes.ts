import type { Client } from '@temporalio/client';
import { encodeSearchAttributeIndexedValueType } from '@temporalio/common/lib/search-attributes.js';
import { SEARCH_ATTRIBUTES } from '../temporal-config/search-attributes.ts';

/**
 * Registers the search attributes that the namespace lacks.
 * @returns names of those that were added
 */
export async function applySearchAttributes(client: Client): Promise<string[]> {
  const { operatorService } = client.connection;
  const { namespace } = client.options;
  const known = (await operatorService.listSearchAttributes({ namespace })).customAttributes ?? {};
  const missing = SEARCH_ATTRIBUTES.filter((attribute) => !(attribute.name in known));
  if (missing.length === 0) return [];
  await operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(
      missing.map(({ name, type }) => [name, encodeSearchAttributeIndexedValueType(type) ?? 0]),
    ),
  });
  return missing.map(({ name }) => name);
}
