import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { inject, onTestFinished } from 'vitest';
import { freePort, returnPort } from '../../local/ports.ts';
import { createProcessGroup } from '../../local/process-group.ts';
import { findTemporalBinary } from '../../local/temporal-binary.ts';
import { startTemporalDevServer } from '../../local/temporal-dev-server.ts';
import { writeNamespaceInstance } from '../../temporal-client/instance.ts';
import { SEARCH_ATTRIBUTES } from '../../temporal-config/search-attributes.ts';
import { readDevServerConfig } from './dev-server-config.ts';
import type { TestNamespace } from './test-namespace.ts';
import { temporaryFolder } from './temporary-folder.ts';

const NAMESPACE = 'crawlchain';

/** By itself the system gives ports from 32768 on: one below is still free after the server has been away. */
const PORT_MAX = 32_000;

export interface KeptTemporal extends TestNamespace {
  /** Ends the server as a person would; its database file stays. */
  stop(): Promise<void>;
  /** Ends the server with SIGKILL; its database file stays. */
  kill(): Promise<void>;
}

/**
 * Prepares a development server of the calling test's own. What is given back starts it, again and again, over one
 * database file and at one address; it serves when it is given back.
 */
export async function prepareKeptTemporal(): Promise<() => Promise<KeptTemporal>> {
  const dataDir = join(await temporaryFolder('kept-temporal-'), 'temporal');
  const group = createProcessGroup();
  onTestFinished(() => group.stopAll());
  const { path: binaryPath } = await findTemporalBinary({ env: process.env, group });
  const port = await freePort({ max: PORT_MAX });
  returnPort(port);
  return async () => {
    const server = await startTemporalDevServer({
      binaryPath,
      dataDir,
      group,
      namespaces: [NAMESPACE],
      searchAttributes: Object.fromEntries(SEARCH_ATTRIBUTES.map(({ name }) => [name, 'Keyword'])),
      dynamicConfig: await readDevServerConfig(),
      preferredPort: port,
    });
    const { address } = server;
    if (!address.endsWith(`:${port}`)) throw new Error(`Port ${port} was taken while the server was away`);
    const connection = await Connection.connect({ address });
    onTestFinished(() => connection.close());
    const client = new Client({ connection, namespace: NAMESPACE });
    await writeNamespaceInstance(client, inject('instanceId'));
    return {
      address,
      namespace: NAMESPACE,
      client,
      stop: () => server.stop(),
      async kill() {
        await server.process.kill();
        // The port and the data folder are free again.
        await server.stop();
      },
    };
  };
}
