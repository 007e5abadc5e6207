import { inject, onTestFinished } from 'vitest';
import { keepTemporal } from '../../faults/world/kept-temporal.ts';
import { createProcessGroup } from '../../local/process-group.ts';
import { writeNamespaceInstance } from '../../temporal-client/instance.ts';
import type { TestNamespace } from './test-namespace.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface KeptTemporal extends TestNamespace {
  /** Ends the server as a person would; its database file stays. */
  stop(): Promise<void>;
  /** Ends the server with SIGKILL; its database file stays. */
  kill(): Promise<void>;
}

/**
 * Prepares a development server of the calling test's own. The returned function starts it, again and again, over one database
 * file and at one address, and resolves when it serves.
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
