import { join, resolve } from 'node:path';
import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import { readEnvironment, type Environment } from '../config/environment.ts';
import { connectDatabase } from '../db/connect.ts';
import { locateInstance } from '../db/queries/instance.ts';
import { OtherInstance, refuseUnwanted, type InstancePlace } from '../domain/instance.ts';
import { findRunningTemporal, findRunningWebUi } from '../local/temporal-server.ts';
import { connectTemporal, TemporalUnreachable } from '../temporal-client/connect.ts';
import { locateNamespaceInstance, refuseOtherServers } from '../temporal-client/instance.ts';
import { CommandRefused } from './command-refused.ts';
import { withLocalServer } from './open-database.ts';

/** Milliseconds that the database has to say whose it is. */
const DATABASE_MS_MAX = 2_000;

/** Where a Temporal is. */
export interface TemporalPlace {
  /** host:port of the frontend. */
  address: string;
  /** That of TEMPORAL_UI_URL, or of the server that `npm start` runs; null: nobody knows. */
  webUiUrl: string | null;
}

/** A connection, and to where. */
export interface OpenedTemporal {
  client: Client;
  place: TemporalPlace;
}

/**
 * Runs a command's work with the Temporal frontend of TEMPORAL_ADDRESS, or the server that `npm start` runs in its data
 * folder.
 * @throws CommandRefused when there is none, or it does not answer
 */
export async function withTemporal<Result>(
  command: Command,
  work: (client: Client, place: TemporalPlace) => Promise<Result>,
): Promise<Result> {
  const { client, place } = await openTemporal(command);
  try {
    return await work(client, place);
  } finally {
    await client.connection.close();
  }
}

/**
 * Connects as `withTemporal` does; whoever calls it closes the client's connection.
 * @throws CommandRefused when there is none, or it does not answer
 */
export async function openTemporal(command: Command): Promise<OpenedTemporal> {
  const { dataDir } = command.optsWithGlobals<{ dataDir: string }>();
  const environment = readEnvironment();
  const address = await locateTemporal(environment, dataDir);
  if (address === null) throw new CommandRefused(noTemporal(environment, dataDir));
  const webUiUrl = environment.TEMPORAL_UI_URL ?? (await findRunningWebUi(serverDir(dataDir), address));
  const settings = { ...environment, TEMPORAL_ADDRESS: address };
  const client = await connect(settings);
  try {
    await refuseOtherTemporal(client, settings, dataDir);
    return { client, place: { address, webUiUrl } };
  } catch (error) {
    await client.connection.close();
    throw error instanceof OtherInstance ? new CommandRefused(error.message, { cause: error }) : error;
  }
}

/** A command that needs no database goes on without one; one that is there has to belong to this Temporal. */
async function refuseOtherTemporal(client: Client, settings: Environment, dataDir: string): Promise<void> {
  const { DATABASE_URL: url } = await withLocalServer(settings, dataDir);
  const database = url === undefined ? null : await askDatabase(url);
  if (database !== null) return refuseOtherServers(client, settings, database);
  const { INSTANCE_ID: wanted, TEMPORAL_ADDRESS: address = '' } = settings;
  if (settings.TEMPORAL_INSTANCE_CHECK)
    refuseUnwanted(await locateNamespaceInstance(client, address), wanted);
}

async function askDatabase(url: string): Promise<InstancePlace | null> {
  const db = connectDatabase({
    url,
    poolSize: 1,
    connectMsMax: DATABASE_MS_MAX,
    answerMsMax: DATABASE_MS_MAX,
    applicationName: 'crawlchain-command',
    onLostConnection: () => undefined,
  });
  try {
    const place = await locateInstance(db, url);
    // One without tables belongs to nobody yet.
    return place.id === null ? null : place;
  } catch {
    return null;
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
