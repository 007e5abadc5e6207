import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import { TemporalUnavailable } from '../temporal-client/ask-temporal.ts';
import { CommandRefused } from './command-refused.ts';
import { withDatabase, type CommandTools } from './open-database.ts';
import { withTemporal } from './open-temporal.ts';

/** Who is named in the ledger as the one that asked for what a command starts or cancels; the audit has the user. */
const THE_COMMAND = 'the command';

/** Who starts something with a command, and the `--reason`. */
export function askedBy(command: Command) {
  return { requestedBy: THE_COMMAND, reason: reasonOf(command) };
}

/** Who cancels with a command, the `--reason`, and what the server keeps of it. */
export function cancelOf(command: Command) {
  const reason = reasonOf(command);
  return { actor: THE_COMMAND, reason, told: reason ?? 'cancelled by the command' };
}

function reasonOf(command: Command): string | undefined {
  return command.opts<{ reason?: string }>().reason;
}

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
