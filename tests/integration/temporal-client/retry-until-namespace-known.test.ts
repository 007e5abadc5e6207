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
  const reported: string[] = [];
  let registered: Promise<unknown> | undefined;
  // The namespace is registered only after the first attempt has failed. By then, the frontend has cached that the namespace does not
  // exist. With an earlier registration, chance would decide what the frontend caches.
  const registerAtFirstLine = (line: string): void => {
    reported.push(line);
    registered ??= known.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
    });
  };
  expect(
    await retryUntilNamespaceKnown(namespace, () => applySearchAttributes(client), registerAtFirstLine),
  ).toContain('Role');
  await registered;
  expect(
    await retryUntilNamespaceKnown(
      namespace,
      () => writeNamespaceInstance(client, randomUUID()),
      registerAtFirstLine,
    ),
  ).toBe(true);
  expect(reported[0]).toBe(`Waiting until the whole server knows the namespace ${namespace}, 90 s at most`);
});
