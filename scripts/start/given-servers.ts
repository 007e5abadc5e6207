import type { Client } from '@temporalio/client';
import type { Environment } from '../../config/environment.ts';
import { withConnection, type Db } from '../../db/connect.ts';
import { DatabaseUnreachable, explainUnreachable, MigrationError } from '../../db/migrate.ts';
import { isUnused, readInstance, type Instance } from '../../db/queries/instance.ts';
import { connectTemporal } from '../../temporal-client/connect.ts';
import { hasWork, readNamespaceInstance, writeNamespaceInstance } from '../../temporal-client/instance.ts';
import { StartRefused } from './refusal.ts';

const WHAT_TO_DO =
  'Unset DATABASE_URL and TEMPORAL_ADDRESS, or open a shell that has not read a worker.env, and it brings up servers of its own. To crawl with those servers, run `npm run worker` and `npm run api`.';

const HOW_TO_MARK = 'Servers that nobody has used yet become a sandbox’s with --mark-as-sandbox.';

/** The servers that the environment names, and whether a start may mark them. */
export interface GivenServers {
  environment: Environment;
  /** Whether --mark-as-sandbox is given, which turns unused servers into a sandbox's. */
  mark: boolean;
  /** The command as the user types it, for messages. */
  command: string;
}

/**
 * Checks, without writing, that the database and the Temporal namespace of the environment are a sandbox's, or unused and to be
 * marked: invented stores and proxies go nowhere else. Without DATABASE_URL it checks nothing; `claimNamespace` then checks the
 * namespace.
 * @throws StartRefused
 */
export async function refuseRealServers(servers: GivenServers): Promise<void> {
  const { DATABASE_URL: url } = servers.environment;
  if (url === undefined) return;
  const instance = await withGivenDatabase(url, async (db) => {
    const found = await readInstance(db);
    if (found?.kind !== 'sandbox') await refuseUsed(db, servers, url);
    return found;
  });
  refuseForeignDatabase(servers.environment, { url, instance });
  await withNamespace(servers, (client) => refuseRealNamespace(client, servers, instance?.id ?? null));
}

/**
 * Checks that the database of DATABASE_URL belongs to the instance of INSTANCE_ID, without writing.
 * @throws StartRefused
 */
export async function refuseForeignServers(environment: Environment): Promise<void> {
  const { DATABASE_URL: url, INSTANCE_ID: wanted } = environment;
  if (url === undefined || wanted === undefined) return;
  refuseForeignDatabase(environment, { url, instance: await withGivenDatabase(url, readInstance) });
}

function refuseForeignDatabase(
  { INSTANCE_ID: wanted }: Environment,
  { url, instance }: { url: string; instance: Instance | null },
): void {
  refuseForeignSettings(wanted, { place: `${foundAt(url)}, which`, id: instance?.id ?? null });
}

/**
 * Refuses the settings of another instance: a shell that has sourced the worker.env of another start also has the INSTANCE_ID,
 * storage and keys of that start.
 * @param database its `place` begins the sentence of the message; its `id` is null if the database has none yet
 * @throws StartRefused when the database belongs to another instance than INSTANCE_ID names
 */
export function refuseForeignSettings(
  wanted: string | undefined,
  { place, id }: { place: string; id: string | null },
): void {
  if (wanted === undefined || wanted === id) return;
  const carries = id === null ? 'has no instance id yet' : `belongs to instance ${id}`;
  throw new StartRefused(
    `${place} ${carries}, and INSTANCE_ID is ${wanted}. A shell that has read the worker.env of another start has it set: open a new one, or unset what that file sets.`,
  );
}

function foundAt(url: string): string {
  const { host, pathname } = new URL(url);
  return `DATABASE_URL is set, to the database at ${host}${pathname}`;
}

async function refuseUsed(db: Db, { mark, command }: GivenServers, url: string): Promise<void> {
  if (!mark)
    throw new StartRefused(
      `${foundAt(url)}, which is not marked as a sandbox’s, and \`${command}\` fills a database with invented stores and proxies. ${WHAT_TO_DO} ${HOW_TO_MARK}`,
    );
  if (!(await isUnused(db)))
    throw new StartRefused(
      `${foundAt(url)}, which is in use: it has tables, stores, proxies, crawls or keys, and --mark-as-sandbox takes an empty one. ${WHAT_TO_DO}`,
    );
}

async function withGivenDatabase<Result>(url: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  try {
    return await withConnection({ url, poolSize: 1, applicationName: 'crawlchain-start' }, work);
  } catch (error) {
    if (error instanceof StartRefused || error instanceof MigrationError) throw error;
    const unreachable = error instanceof DatabaseUnreachable ? error : await explainUnreachable(url, error);
    throw new StartRefused(`DATABASE_URL is set, and ${lowerFirst(unreachable.message)}. ${WHAT_TO_DO}`, {
      cause: error,
    });
  }
}

function lowerFirst(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '');
}

/**
 * Ensures that the namespace of TEMPORAL_ADDRESS carries the id of the sandbox's database; --mark-as-sandbox writes the id to an
 * unused namespace.
 * @throws StartRefused
 */
export async function claimNamespace(servers: GivenServers, instanceId: string): Promise<void> {
  await withNamespace(servers, async (client) => {
    if ((await refuseRealNamespace(client, servers, instanceId)) === 'marked') return;
    if (!(await writeNamespaceInstance(client, instanceId)))
      throw new StartRefused(
        `${namespaceOf(client, servers)} cannot be marked: the server does not allow changing its data. ${WHAT_TO_DO}`,
      );
  });
}

async function withNamespace(
  { environment }: GivenServers,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  if (environment.TEMPORAL_ADDRESS === undefined) return;
  const client = await connectTemporal(environment);
  try {
    await work(client);
  } finally {
    await client.connection.close();
  }
}

/**
 * Checks that a namespace belongs to the database's instance, or is unused and to be marked.
 * @param databaseId null when the database is not migrated yet
 * @throws StartRefused
 */
async function refuseRealNamespace(
  client: Client,
  servers: GivenServers,
  databaseId: string | null,
): Promise<'marked' | 'unused'> {
  const found = namespaceOf(client, servers);
  const theirs = await readNamespaceInstance(client);
  if (theirs !== null && theirs !== databaseId)
    throw new StartRefused(
      `${found} belongs to instance ${theirs}, and the sandbox’s database ${databaseId === null ? 'to none yet' : `to instance ${databaseId}`}. ${WHAT_TO_DO}`,
    );
  if (theirs !== null) return 'marked';
  if (!servers.mark)
    throw new StartRefused(
      `${found} is not marked as a sandbox’s, and \`${servers.command}\` starts crawls of invented stores. ${WHAT_TO_DO} ${HOW_TO_MARK}`,
    );
  if (await hasWork(client))
    throw new StartRefused(
      `${found} is in use: it has workflows or schedules, and --mark-as-sandbox takes an empty one. ${WHAT_TO_DO}`,
    );
  return 'unused';
}

function namespaceOf(client: Client, { environment }: GivenServers): string {
  return `TEMPORAL_ADDRESS is set, to ${environment.TEMPORAL_ADDRESS}, whose namespace ${client.options.namespace}`;
}
