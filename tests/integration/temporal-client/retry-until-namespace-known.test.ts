import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import { expect, test } from 'vitest';
import { applySearchAttributes } from '../../../temporal-client/apply-search-attributes.ts';
import { writeNamespaceInstance } from '../../../temporal-client/instance.ts';
import { retryUntilNamespaceKnown } from '../../../temporal-client/retry-until-namespace-known.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

test('what a namespace takes is done as soon as the whole server knows it', async () => {
  const { client: known } = await createTestNamespace();
  const namespace = `late-${randomUUID()}`;
  const client = new Client({ connection: known.connection, namespace });
  // Now the server remembers that there is none.
  await expect(applySearchAttributes(client)).rejects.toThrow(/NOT_FOUND/);
  await known.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
  await expect(applySearchAttributes(client)).rejects.toThrow(/NOT_FOUND/);
  const told: string[] = [];
  const tell = (line: string): void => void told.push(line);
  expect(
    await retryUntilNamespaceKnown(namespace, () => writeNamespaceInstance(client, randomUUID()), tell),
  ).toBe(true);
  expect(await retryUntilNamespaceKnown(namespace, () => applySearchAttributes(client), tell)).toContain(
    'Role',
  );
  expect(told[0]).toBe(`Waiting until the whole server knows the namespace ${namespace}, 90 s at most`);
});
