import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import { TemporalUnavailable } from '../temporal-client/ask-temporal.ts';
import { CommandRefused } from './command-refused.ts';
import { withDatabase, type CommandTools } from './open-database.ts';
import { withTemporal } from './open-temporal.ts';

/** Who is named in the ledger as the one that asked for what a command starts or cancels; the audit has the user. */
export const THE_COMMAND = 'the command';

/** Who cancels with a command, and why unless a person says it. */
export const CANCELLED_BY_COMMAND = { actor: THE_COMMAND, told: 'cancelled by the command' };

/** The database and Temporal, of one installation. */
export interface Servers extends CommandTools {
  client: Client;
}

/**
 * Runs a command's work with the ledger and Temporal.
 * @throws CommandRefused when one of them does not answer, or they belong to different installations
 */
export async function withServers<Result>(
  command: Command,
  work: (servers: Servers) => Promise<Result>,
): Promise<Result> {
  try {
    return await withDatabase(command, (tools) =>
      withTemporal(command, (client) => work({ ...tools, client }), tools),
    );
  } catch (error) {
    if (error instanceof TemporalUnavailable) throw new CommandRefused(error.message, { cause: error });
    throw error;
  }
}
