import { inject, onTestFinished } from 'vitest';
import { keepTemporal } from '../../faults/world/kept-temporal.ts';
import { createProcessGroup } from '../../local/process-group.ts';
import { writeNamespaceInstance } from '../../temporal-client/instance.ts';
import type { TestNamespace } from './test-namespace.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface KeptTemporal extends TestNamespace {
  /** Stops the server gracefully; its database file stays. */
  stop(): Promise<void>;
  /** Kills the server with SIGKILL; its database file stays. */
  kill(): Promise<void>;
}

/**
 * Prepares a development server for the calling test.
 * @returns a function that starts the server and resolves once it serves. Each call uses the same database file and the same address.
 */
export async function prepareKeptTemporal(): Promise<() => Promise<KeptTemporal>> {
  const group = createProcessGroup();
  onTestFinished(() => group.stopAll());
  const server = await keepTemporal({ folder: await temporaryFolder('kept-temporal-'), group });
  return async () => {
    await server.start();
    const client = await server.connect();
    onTestFinished(() => client.connection.close());
    await writeNamespaceInstance(client, inject('instanceId'));
    const { namespace, stop, kill } = server;
    return { address: server.address(), namespace, client, stop, kill };
  };
}
