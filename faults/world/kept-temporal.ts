import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { ProcessGroup } from '../../local/process-group.ts';
import { findTemporalBinary } from '../../local/temporal-binary.ts';
import { startTemporalDevServer } from '../../local/temporal-dev-server.ts';
import { readDevServerConfig } from '../../scripts/start/dev-server-config.ts';
import { SEARCH_ATTRIBUTES } from '../../temporal-config/search-attributes.ts';
import { keepServer, type KeptServer } from './kept-server.ts';

const NAMESPACE = 'crawlchain';

/** The interval at which a client tries to reconnect. */
const RECONNECT_MS = 100;

export interface KeptTemporal extends KeptServer {
  namespace: string;
  /** Returns the server's address; only available after the first start. */
  address(): string;
  /** Opens a client that reconnects after an outage, until `client.connection.close()` is called. */
  connect(): Promise<Client>;
}

/** Prepares a Temporal development server that keeps its data in a folder. */
export async function keepTemporal({
  folder,
  group,
}: {
  folder: string;
  group: ProcessGroup;
}): Promise<KeptTemporal> {
  const { path: binaryPath } = await findTemporalBinary({ env: process.env, group });
  let address = '';
  const server = await keepServer('Temporal', async (preferredPort) => {
    const running = await startTemporalDevServer({
      binaryPath,
      dataDir: join(folder, 'temporal'),
      group,
      namespaces: [NAMESPACE],
      searchAttributes: Object.fromEntries(SEARCH_ATTRIBUTES.map(({ name }) => [name, 'Keyword'])),
      dynamicConfig: await readDevServerConfig(),
      preferredPort,
    });
    address = running.address;
    return { port: Number(address.split(':')[1]), process: running.process, stop: () => running.stop() };
  });
  return {
    ...server,
    namespace: NAMESPACE,
    address: () => address,
    async connect() {
      const connection = await Connection.connect({
        address,
        channelArgs: {
          'grpc.initial_reconnect_backoff_ms': RECONNECT_MS,
          'grpc.max_reconnect_backoff_ms': RECONNECT_MS,
        },
      });
      return new Client({ connection, namespace: NAMESPACE });
    },
  };
}
