import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import type { Db } from '../db/connect.ts';
import { TemporalUnavailable } from '../temporal-client/ask-temporal.ts';
import { CommandRefused } from './command-refused.ts';
import { withDatabase } from './open-database.ts';
import { withTemporal } from './open-temporal.ts';

/** The two that know of work. */
export interface Servers {
  db: Db;
  client: Client;
}

/**
 * Runs a command's work with the ledger and Temporal.
 * @throws CommandRefused when one of them does not answer
 */
export async function withServers<Result>(
  command: Command,
  work: (servers: Servers) => Promise<Result>,
): Promise<Result> {
  try {
    return await withDatabase(command, ({ db }) => withTemporal(command, (client) => work({ db, client })));
  } catch (error) {
    if (error instanceof TemporalUnavailable) throw new CommandRefused(error.message, { cause: error });
    throw error;
  }
}
