import { join, resolve } from 'node:path';
import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import { readEnvironment, type Environment } from '../config/environment.ts';
import { locateInstance } from '../db/queries/instance.ts';
import { OtherInstance } from '../domain/instance.ts';
import { findRunningTemporal } from '../local/temporal-server.ts';
import { connectTemporal, TemporalUnreachable } from '../temporal-client/connect.ts';
import { refuseOtherServers } from '../temporal-client/instance.ts';
import { CommandRefused } from './command-refused.ts';
import type { CommandTools } from './open-database.ts';

/**
 * Runs a command's work with the Temporal frontend of TEMPORAL_ADDRESS, or the server that `npm start` runs in its data
 * folder.
 * @param tools the command's database; the namespace has to belong to the same installation
 * @throws CommandRefused when there is no server, it does not answer, or it belongs to another installation
 */
export async function withTemporal<Result>(
  command: Command,
  tools: CommandTools,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { dataDir } = command.optsWithGlobals<{ dataDir: string }>();
  const environment = readEnvironment();
  const address = await locateTemporal(environment, dataDir);
  if (address === null) throw new CommandRefused(noTemporal(environment, dataDir));
  const settings = { ...environment, TEMPORAL_ADDRESS: address };
  const client = await connect(settings);
  try {
    const { DATABASE_URL: url = '' } = tools.environment;
    await refuseOtherServers(client, settings, await locateInstance(tools.db, url));
    return await work(client);
  } catch (error) {
    throw error instanceof OtherInstance ? new CommandRefused(error.message, { cause: error }) : error;
  } finally {
    await client.connection.close();
  }
}

/**
 * Finds the frontend's address: TEMPORAL_ADDRESS, else that of the server that `npm start` runs in its data folder. Returns null
 * if there is none, or if DATABASE_URL is set without TEMPORAL_ADDRESS.
 */
export async function locateTemporal(environment: Environment, dataDir: string): Promise<string | null> {
  if (environment.TEMPORAL_ADDRESS !== undefined) return environment.TEMPORAL_ADDRESS;
  // The workers of `npm start` use another database, so they must not get the work of this one.
  if (environment.DATABASE_URL !== undefined) return null;
  return findRunningTemporal(join(resolve(dataDir), 'temporal'));
}

/** Returns the message for a missing Temporal. */
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
