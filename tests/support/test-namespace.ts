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
 * A Temporal namespace of the calling test's own, with the search attributes.
 * @param instanceId default: that of all test databases; null: it carries none
 */
export async function createTestNamespace(
  instanceId: string | null = inject('instanceId'),
): Promise<TestNamespace> {
  const address = inject('temporalAddress');
  const connection = await Connection.connect({ address, channelArgs: HEDGED_SCHEDULES });
  // It stays open until the process of the test ends: the SDK tries calls again after a while, and ends the process when it
  // finds its connection closed then.
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

/** The server keeps namespaces in a cache that it refreshes every few seconds: asking is the only way to know. */
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
