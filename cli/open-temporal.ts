import { join, resolve } from 'node:path';
import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import { DatabaseError } from 'pg';
import { readEnvironment, type Environment } from '../config/environment.ts';
import { connectDatabase } from '../db/connect.ts';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import { DatabaseUnreachable } from '../db/migrate.ts';
import { locateInstance } from '../db/queries/instance.ts';
import { OtherInstance, refuseUnwanted, type InstancePlace } from '../domain/instance.ts';
import { findRunningTemporal, findRunningWebUi } from '../local/temporal-server.ts';
import { connectTemporal, TemporalUnreachable } from '../temporal-client/connect.ts';
import { locateNamespaceInstance, refuseOtherServers } from '../temporal-client/instance.ts';
import { CommandRefused } from './command-refused.ts';
import { withLocalServer, type CommandTools } from './open-database.ts';

interface OpenedTemporal {
  client: Client;
  /** That of TEMPORAL_UI_URL, or of the server that `npm start` runs; null: unknown. */
  webUiUrl: string | null;
}

/**
 * Runs a command's work with the Temporal frontend of TEMPORAL_ADDRESS, or the server that `npm start` runs in its data
 * folder.
 * @param tools the database of the command, which the namespace has to belong to
 * @throws CommandRefused when there is none, it does not answer, or it belongs to another installation
 */
export async function withTemporal<Result>(
  command: Command,
  work: (client: Client, webUiUrl: string | null) => Promise<Result>,
  tools?: CommandTools,
): Promise<Result> {
  const { client, webUiUrl } = await openTemporal(command, tools);
  try {
    return await work(client, webUiUrl);
  } finally {
    await client.connection.close();
  }
}

/**
 * Connects as `withTemporal` does; the caller closes the client's connection.
 * @throws CommandRefused as `withTemporal`
 */
async function openTemporal(command: Command, tools?: CommandTools): Promise<OpenedTemporal> {
  const { dataDir } = command.optsWithGlobals<{ dataDir: string }>();
  const environment = readEnvironment();
  const address = await locateTemporal(environment, dataDir);
  if (address === null) throw new CommandRefused(noTemporal(environment, dataDir));
  const webUiUrl = environment.TEMPORAL_UI_URL ?? (await findRunningWebUi(serverDir(dataDir), address));
  const settings = { ...environment, TEMPORAL_ADDRESS: address };
  const client = await connect(settings);
  try {
    await refuseOtherTemporal(client, settings, { dataDir, tools });
    return { client, webUiUrl };
  } catch (error) {
    await client.connection.close();
    throw error instanceof OtherInstance ? new CommandRefused(error.message, { cause: error }) : error;
  }
}

/** @param tools of a command that works with the database too; a command that does not goes on while it is away */
async function refuseOtherTemporal(
  client: Client,
  settings: Environment,
  { dataDir, tools }: { dataDir: string; tools: CommandTools | undefined },
): Promise<void> {
  const { DATABASE_URL: url } = tools?.environment ?? (await withLocalServer(settings, dataDir));
  const database =
    url === undefined ? null : await (tools === undefined ? askDatabase(url) : locateInstance(tools.db, url));
  if (database !== null) return refuseOtherServers(client, settings, database);
  const { INSTANCE_ID: wanted, TEMPORAL_ADDRESS: address = '' } = settings;
  if (settings.TEMPORAL_INSTANCE_CHECK)
    refuseUnwanted(await locateNamespaceInstance(client, address), wanted);
}

/**
 * Which installation the database belongs to; null: it cannot be reached, or has no tables yet.
 * @throws CommandRefused when it can be reached and does not say
 */
async function askDatabase(url: string): Promise<InstancePlace | null> {
  const db = connectDatabase({
    url,
    poolSize: 1,
    applicationName: 'crawlchain-command',
    onLostConnection: () => undefined,
  });
  let isConnected = false;
  try {
    const place = await db.connection().execute((session) => {
      isConnected = true;
      return locateInstance(session, url);
    });
    return place.id === null ? null : place;
  } catch (error) {
    if (!isConnected && isDatabaseUnavailable(error) && !(error instanceof DatabaseError)) return null;
    throw new CommandRefused(
      `It is unknown whether this Temporal belongs to the database: ${new DatabaseUnreachable(url, error).message}`,
      { cause: error },
    );
  } finally {
    await db.destroy();
  }
}

/** The frontend that the environment names, else that of the server that `npm start` runs in its data folder; or null. */
export async function locateTemporal(environment: Environment, dataDir: string): Promise<string | null> {
  if (environment.TEMPORAL_ADDRESS !== undefined) return environment.TEMPORAL_ADDRESS;
  // Work of one database must not be given to the workers of another.
  if (environment.DATABASE_URL !== undefined) return null;
  return findRunningTemporal(serverDir(dataDir));
}

function serverDir(dataDir: string): string {
  return join(resolve(dataDir), 'temporal');
}

/** What to say where there is no Temporal. */
export function noTemporal(environment: Environment, dataDir: string): string {
  return environment.DATABASE_URL === undefined
    ? `There is no Temporal: TEMPORAL_ADDRESS is not set, and no server of \`npm start\` runs in ${resolve(dataDir)}. Set TEMPORAL_ADDRESS, start one, or name its folder with --data-dir.`
    : 'DATABASE_URL is set and TEMPORAL_ADDRESS is not: set it to the Temporal whose workers use that database.';
}

async function connect(environment: Parameters<typeof connectTemporal>[0]): Promise<Client> {
  try {
    return await connectTemporal(environment);
  } catch (error) {
    if (error instanceof TemporalUnreachable) throw new CommandRefused(error.message, { cause: error });
    throw error;
  }
}
