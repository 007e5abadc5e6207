import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import { TemporalUnavailable } from '../temporal-client/call-temporal.ts';
import { CommandRefused } from './command-refused.ts';
import { withDatabase, type CommandTools } from './open-database.ts';
import { withTemporal } from './open-temporal.ts';

/**
 * Returns the actor, the `--reason` and the text for Temporal with which a command cancels a task. The actor is the command; the
 * audit names the user.
 */
export function cancelOf(command: Command) {
  const { reason } = command.opts<{ reason?: string }>();
  return { actor: 'the command', reason, terminationReason: reason ?? 'cancelled by the command' };
}

/** The database and Temporal of one installation. */
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
      withTemporal(command, tools, (client) => work({ ...tools, client })),
    );
  } catch (error) {
    if (error instanceof TemporalUnavailable) throw new CommandRefused(error.message, { cause: error });
    throw error;
  }
}
