import type { Client } from '@temporalio/client';
import type { Environment } from '../../config/environment.ts';
import { connectDatabase, type Db } from '../../db/connect.ts';
import { DatabaseUnreachable, explainUnreachable, MigrationError } from '../../db/migrate.ts';
import { prepareSchema } from '../../db/prepare-schema.ts';
import { isUnused, markAsSandbox, readInstance } from '../../db/queries/instance.ts';
import { connectTemporal } from '../../temporal-client/connect.ts';
import { hasWork, readNamespaceInstance, writeNamespaceInstance } from '../../temporal-client/instance.ts';
import { StartRefused } from './refusal.ts';

/** What is to be done instead, whichever of the servers it is. */
const INSTEAD =
  'Unset DATABASE_URL and TEMPORAL_ADDRESS, and it brings up servers of its own. To crawl with those servers, run `npm run worker` and `npm run api`.';

const MARK = 'Servers that nobody has used yet are made a sandbox’s with --mark-as-sandbox.';

/** Where the servers of a start come from, and what to do with them. */
export interface GivenServers {
  environment: Pick<Environment, 'AUTO_MIGRATE' | 'DATABASE_URL' | 'TEMPORAL_ADDRESS'>;
  /** Whether servers that nobody has used may be made a sandbox's. */
  mark: boolean;
  /** As somebody types it, for messages. */
  command: string;
}

/**
 * Looks at the database that the environment names before anything is written to it: invented stores and proxies go into
 * a sandbox's database alone.
 * @throws StartRefused
 */
export async function refuseRealDatabase({ environment, mark, command }: GivenServers): Promise<void> {
  const { DATABASE_URL: url } = environment;
  if (url === undefined) return;
  const { host, pathname } = new URL(url);
  const found = `DATABASE_URL is set, to the database at ${host}${pathname}`;
  await withDatabase(url, async (db) => {
    if ((await readInstance(db))?.kind === 'sandbox') return;
    if (!mark)
      throw new StartRefused(
        `${found}, which is not marked as a sandbox’s, and \`${command}\` fills a database with invented stores and proxies. ${INSTEAD} ${MARK}`,
      );
    if (!(await isUnused(db)))
      throw new StartRefused(
        `${found}, which is in use: it has tables, stores, proxies, crawls or keys, and --mark-as-sandbox takes an empty one. ${INSTEAD}`,
      );
    await prepareSchema(url, environment.AUTO_MIGRATE);
    await markAsSandbox(db);
  });
}

async function withDatabase(url: string, work: (db: Db) => Promise<void>): Promise<void> {
  const db = connectDatabase({
    url,
    poolSize: 1,
    applicationName: 'crawlchain-start',
    onLostConnection: () => undefined,
  });
  try {
    await work(db);
  } catch (error) {
    const isExplained = [StartRefused, MigrationError, DatabaseUnreachable].some(
      (kind) => error instanceof kind,
    );
    throw isExplained ? error : await explainUnreachable(url, error);
  } finally {
    await db.destroy();
  }
}

/**
 * Looks at the Temporal that the environment names, in the same way: its namespace has to carry the id of the sandbox's
 * database.
 * @throws StartRefused
 */
export async function refuseRealTemporal(
  { environment, mark, command }: GivenServers & { environment: Environment },
  instanceId: string,
): Promise<void> {
  if (environment.TEMPORAL_ADDRESS === undefined) return;
  const client = await connectTemporal(environment);
  try {
    await refuseNamespace(client, { instanceId, mark, command, address: environment.TEMPORAL_ADDRESS });
  } finally {
    await client.connection.close();
  }
}

interface Wanted {
  instanceId: string;
  mark: boolean;
  command: string;
  address: string;
}

async function refuseNamespace(
  client: Client,
  { instanceId, mark, command, address }: Wanted,
): Promise<void> {
  const theirs = await readNamespaceInstance(client);
  if (theirs === instanceId) return;
  const found = `TEMPORAL_ADDRESS is set, to ${address}, whose namespace ${client.options.namespace}`;
  if (theirs !== null)
    throw new StartRefused(
      `${found} belongs to instance ${theirs}, and the sandbox’s database to instance ${instanceId}. ${INSTEAD}`,
    );
  if (!mark)
    throw new StartRefused(
      `${found} is not marked as a sandbox’s, and \`${command}\` starts crawls of invented stores. ${INSTEAD} ${MARK}`,
    );
  if (await hasWork(client))
    throw new StartRefused(
      `${found} is in use: it has workflows or schedules, and --mark-as-sandbox takes an empty one. ${INSTEAD}`,
    );
  if (!(await writeNamespaceInstance(client, instanceId)))
    throw new StartRefused(`${found} cannot be marked: the server lets nobody change it. ${INSTEAD}`);
}
