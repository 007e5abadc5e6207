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
 * Creates a Temporal namespace for the calling test, with the search attributes.
 * @param instanceId default: that of all test databases; null: none
 */
export async function createTestNamespace(
  instanceId: string | null = inject('instanceId'),
): Promise<TestNamespace> {
  const address = inject('temporalAddress');
  const connection = await Connection.connect({ address, channelArgs: HEDGED_SCHEDULES });
  // The connection stays open until the test's process ends: the SDK retries calls after a while, and ends the process when it
  // then finds its connection closed.
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

/** The server refreshes its cache of namespaces every few seconds, and only a call shows whether it knows one. */
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
