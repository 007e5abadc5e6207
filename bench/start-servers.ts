import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client as PostgresClient } from 'pg';
import { migrate } from '../db/migrate.ts';
import { startPostgres, type PostgresServer } from '../local/postgres.ts';
import { findClusterPrograms } from '../local/cluster-programs.ts';
import type { ProcessGroup } from '../local/process-group.ts';
import type { OnProgress } from '../local/progress-ticks.ts';
import { findTemporalBinary } from '../local/temporal-binary.ts';
import { startTemporalCluster, type TemporalCluster } from '../local/temporal-cluster.ts';
import { startTemporalDevServer, type TemporalDevServer } from '../local/temporal-dev-server.ts';
import { SEARCH_ATTRIBUTES } from '../temporal-config/search-attributes.ts';

/** The namespace of the measurements. */
export const NAMESPACE = 'bench';

const SEARCH_ATTRIBUTE_TYPES = Object.fromEntries(SEARCH_ATTRIBUTES.map(({ name }) => [name, 'Keyword']));

/** Reports progress on standard error, without ticks: only results go to standard output. */
export const print: OnProgress = (line, isTick = false) => {
  if (!isTick) process.stderr.write(`${line}\n`);
};

/** The folder and the processes of a measurement's servers. */
export interface ServerHome {
  folder: string;
  group: ProcessGroup;
}

/** Starts a PostgreSQL server that writes to disk, with a migrated database. */
export async function startDatabase({
  folder,
  group,
}: ServerHome): Promise<{ server: PostgresServer; url: string }> {
  const server = await startPostgres({
    dataDir: join(folder, 'postgres'),
    group,
    durable: true,
    onProgress: print,
  });
  const url = await createDatabase(server.url, 'bench');
  await migrate(url);
  return { server, url };
}

/** Creates another database on this server. @param template the database to copy; it must have no connections */
export async function createDatabase(
  serverUrl: string,
  name: string,
  template = 'template1',
): Promise<string> {
  const admin = new PostgresClient({ connectionString: serverUrl });
  await admin.connect();
  try {
    await admin.query(`create database ${name} template ${template}`);
  } finally {
    await admin.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Starts a Temporal development server that writes to disk, with our configuration. */
export async function startTemporal({ folder, group }: ServerHome): Promise<TemporalDevServer> {
  const binary = await findTemporalBinary({ env: process.env, group, onProgress: print });
  const dynamicConfig = JSON.parse(
    await readFile(new URL('../temporal-config/dynamic-config/dev-server.json', import.meta.url), 'utf8'),
  ) as { key: string; value: unknown }[];
  return startTemporalDevServer({
    binaryPath: binary.path,
    dataDir: join(folder, 'temporal'),
    group,
    namespaces: [NAMESPACE],
    searchAttributes: SEARCH_ATTRIBUTE_TYPES,
    dynamicConfig: Object.fromEntries(dynamicConfig.map(({ key, value }) => [key, value])),
    onProgress: print,
  });
}

/** Starts a real Temporal cluster's server, as `npm run cluster` does, with its databases on a PostgreSQL server. */
export async function startCluster(
  { folder, group }: ServerHome,
  postgresUrl: string,
): Promise<TemporalCluster> {
  return startTemporalCluster({
    programs: await findClusterPrograms({ env: process.env, group, onProgress: print }),
    postgresUrl,
    dataDir: join(folder, 'cluster'),
    group,
    namespaces: [NAMESPACE],
    retentionDays: 1,
    searchAttributes: SEARCH_ATTRIBUTE_TYPES,
    usualPorts: false,
    onProgress: print,
  });
}
