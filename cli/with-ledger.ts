import type { Command } from 'commander';
import { readLedgerAge } from '../db/queries/runs.ts';
import { bringLevel } from './bring-level.ts';
import { CommandRefused } from './command-refused.ts';
import { withDatabase, type CommandTools } from './open-database.ts';
import { withTemporal } from './open-temporal.ts';

/**
 * Runs a command's work with the ledger. Where no process keeps it level with Temporal, the command brings it level first,
 * or says that it is not.
 * @throws CommandRefused when the database does not answer
 */
export async function withLedger<Result>(
  command: Command,
  work: (tools: CommandTools) => Promise<Result>,
): Promise<Result> {
  return withDatabase(command, async (tools) => {
    const { isStale, asOf } = await readLedgerAge(tools.db);
    const fault = isStale ? await catchUp(command, tools) : null;
    const known = asOf === null ? 'what the ledger has' : `how it was at ${asOf.toISOString()}`;
    if (fault !== null) process.stderr.write(`This is ${known}: ${fault}\n`);
    return work(tools);
  });
}

/** @returns why that was not possible; null: it was */
async function catchUp(command: Command, tools: CommandTools): Promise<string | null> {
  try {
    const isLevel = await withTemporal(command, (client) => bringLevel(tools.db, client), tools);
    return isLevel ? null : 'Temporal does not answer, or another process is still reading what it has.';
  } catch (error) {
    if (error instanceof CommandRefused) return error.message;
    throw error;
  }
}
