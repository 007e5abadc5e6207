import type { Client } from '@temporalio/client';
import type { Environment } from '../../config/environment.ts';
import { connectDatabase, type Db } from '../../db/connect.ts';
import { DatabaseUnreachable, explainUnreachable, MigrationError } from '../../db/migrate.ts';
import { prepareSchema } from '../../db/prepare-schema.ts';
import { instanceOf, isUnused, markAsSandbox, readInstance } from '../../db/queries/instance.ts';
import { connectTemporal } from '../../temporal-client/connect.ts';
import { hasWork, readNamespaceInstance, writeNamespaceInstance } from '../../temporal-client/instance.ts';
import { StartRefused } from './refusal.ts';

/** What is to be done instead, whichever of the servers it is. */
const INSTEAD =
  'Unset DATABASE_URL and TEMPORAL_ADDRESS, or open a shell that has not read a worker.env, and it brings up servers of its own. To crawl with those servers, run `npm run worker` and `npm run api`.';

const MARK = 'Servers that nobody has used yet are made a sandbox’s with --mark-as-sandbox.';

/** Where the servers of a start come from, and what to do with them. */
export interface GivenServers {
  environment: Environment;
  /** Whether servers that nobody has used may be made a sandbox's. */
  mark: boolean;
  /** As somebody types it, for messages. */
  command: string;
}

/**
 * Looks at the database that the environment names before anything is written to it: invented stores and proxies go into
 * a sandbox's database alone.
 * @returns the id of its installation; null: the environment names no database
 * @throws StartRefused
 */
export async function refuseRealDatabase(servers: GivenServers): Promise<string | null> {
  const { DATABASE_URL: url, INSTANCE_ID: wanted } = servers.environment;
  if (url === undefined) return null;
  const { host, pathname } = new URL(url);
  const found = `DATABASE_URL is set, to the database at ${host}${pathname}`;
  return withDatabase(url, async (db) => {
    const instance = await readInstance(db);
    if (instance?.kind !== 'sandbox') return markUnused(db, { ...servers, url, found });
    if (wanted !== undefined && wanted !== instance.id)
      throw new StartRefused(`${found}, which belongs to instance ${instance.id}, and ${isSet(wanted)}`);
    return instance.id;
  });
}

/**
 * A shell that has read the settings of another start has its INSTANCE_ID too, and where its files and keys are.
 * @throws StartRefused when the start's own database is of another installation than the environment names
 */
export function refuseSettingsOfOthers(wanted: string | undefined, instanceId: string): void {
  if (wanted !== undefined && wanted !== instanceId)
    throw new StartRefused(
      `The data folder's own database belongs to instance ${instanceId}, and ${isSet(wanted)}`,
    );
}

function isSet(instanceId: string): string {
  return `INSTANCE_ID is ${instanceId}. A shell that has read the worker.env of another start has it set: open a new one, or unset what that file sets.`;
}

type UnmarkedDatabase = GivenServers & { url: string; found: string };

async function markUnused(
  db: Db,
  { environment, mark, command, url, found }: UnmarkedDatabase,
): Promise<string> {
  if (!mark)
    throw new StartRefused(
      `${found}, which is not marked as a sandbox’s, and \`${command}\` fills a database with invented stores and proxies. ${INSTEAD} ${MARK}`,
    );
  if (!(await isUnused(db)))
    throw new StartRefused(
      `${found}, which is in use: it has tables, stores, proxies, crawls or keys, and --mark-as-sandbox takes an empty one. ${INSTEAD}`,
    );
  await prepareSchema(url, environment);
  await markAsSandbox(db);
  return instanceOf(db);
}

async function withDatabase<Result>(url: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = connectDatabase({
    url,
    poolSize: 1,
    applicationName: 'crawlchain-start',
    onLostConnection: () => undefined,
  });
  try {
    return await work(db);
  } catch (error) {
    if (error instanceof StartRefused || error instanceof MigrationError) throw error;
    const unreachable = error instanceof DatabaseUnreachable ? error : await explainUnreachable(url, error);
    throw new StartRefused(`DATABASE_URL is set, and ${lowerFirst(unreachable.message)}. ${INSTEAD}`, {
      cause: error,
    });
  } finally {
    await db.destroy();
  }
}

function lowerFirst(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '');
}

/**
 * Looks at the Temporal that the environment names, in the same way: its namespace has to carry the id of the sandbox's
 * database.
 * @throws StartRefused
 */
export async function refuseRealTemporal(
  { environment, mark, command }: GivenServers,
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
