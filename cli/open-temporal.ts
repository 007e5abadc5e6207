import { join, resolve } from 'node:path';
import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import { readEnvironment } from '../config/environment.ts';
import { findRunningTemporal } from '../local/temporal-server.ts';
import { connectTemporal, TemporalUnreachable } from '../temporal-client/connect.ts';
import { CommandRefused } from './command-refused.ts';

/**
 * Runs a command's work with the Temporal frontend of TEMPORAL_ADDRESS, or the server that `npm start` runs in its data
 * folder.
 * @throws CommandRefused when there is none, or it does not answer
 */
export async function withTemporal<Result>(
  command: Command,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { dataDir } = command.optsWithGlobals<{ dataDir: string }>();
  const environment = readEnvironment();
  // Work of one database must not be given to the workers of another.
  const isElsewhere = environment.DATABASE_URL !== undefined;
  const local = isElsewhere ? null : await findRunningTemporal(join(resolve(dataDir), 'temporal'));
  const address = environment.TEMPORAL_ADDRESS ?? local;
  if (address === null) {
    throw new CommandRefused(
      isElsewhere
        ? 'DATABASE_URL is set and TEMPORAL_ADDRESS is not: set it to the Temporal whose workers use that database.'
        : `There is no Temporal: TEMPORAL_ADDRESS is not set, and no server of \`npm start\` runs in ${resolve(dataDir)}. Set TEMPORAL_ADDRESS, start one, or name its folder with --data-dir.`,
    );
  }
  const client = await connect({ ...environment, TEMPORAL_ADDRESS: address });
  try {
    return await work(client);
  } finally {
    await client.connection.close();
  }
}

async function connect(environment: Parameters<typeof connectTemporal>[0]): Promise<Client> {
  try {
    return await connectTemporal(environment);
  } catch (error) {
    if (error instanceof TemporalUnreachable) throw new CommandRefused(error.message, { cause: error });
    throw error;
  }
}
