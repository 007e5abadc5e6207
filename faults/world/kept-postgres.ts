import { join } from 'node:path';
import type { ProcessGroup } from '../../local/process-group.ts';
import { startPostgres } from '../../local/postgres.ts';
import { keepServer, type KeptServer } from './kept-server.ts';

export interface KeptPostgres extends KeptServer {
  /** Returns the server's URL; only available after the first start. */
  url(): string;
}

/** Prepares a PostgreSQL server that keeps its data in a folder. */
export async function keepPostgres({
  folder,
  group,
}: {
  folder: string;
  group: ProcessGroup;
}): Promise<KeptPostgres> {
  let url = '';
  const server = await keepServer('PostgreSQL', async (preferredPort) => {
    // No durability: the kernel keeps written data when the process is killed, so nothing has to be flushed to the disk.
    const running = await startPostgres({
      dataDir: join(folder, 'postgres'),
      group,
      durable: false,
      preferredPort,
    });
    url = running.url;
    return running;
  });
  return { ...server, url: () => url };
}
