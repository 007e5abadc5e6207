import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { inject } from 'vitest';
import { HEDGED_SCHEDULES } from '../../temporal-client/hedge-schedules.ts';
import { instanceData } from '../../temporal-client/instance.ts';
import { applySearchAttributes } from '../../temporal-client/apply-search-attributes.ts';

export interface TestNamespace {
  client: Client;
  namespace: string;
  address: string;
}

/**
 * Creates a Temporal namespace with the search attributes for the calling test.
 * @param instanceId default: the instance id of all test databases; null: none
 */
export async function createTestNamespace(
  instanceId: string | null = inject('instanceId'),
): Promise<TestNamespace> {
  const address = inject('temporalAddress');
  const connection = await Connection.connect({ address, channelArgs: HEDGED_SCHEDULES });
  // The connection stays open until the test's process ends. The SDK retries calls after a while, and if it then finds the connection
  // closed, it ends the process.
  const namespace = `test-${randomUUID()}`;
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
    ...(instanceId === null ? {} : { data: instanceData(instanceId) }),
  });
  const client = new Client({ connection, namespace });
  await untilKnown(client);
  await applySearchAttributes(client);
  return { client, namespace, address };
}

/**
 * Waits until the server knows the namespace: it refreshes its cache of namespaces every few seconds. Only a call shows whether it does.
 */
async function untilKnown(client: Client): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      await client.workflow.count();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
