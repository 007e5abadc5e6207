import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { readEnvironment, type Environment } from '../config/environment.ts';
import { connectDatabase, type Db } from '../db/connect.ts';
import { DatabaseUnreachable, MigrationError } from '../db/migrate.ts';
import { OtherInstance } from '../domain/instance.ts';
import { PasswordKeyError } from '../db/password-key.ts';
import { checkPasswordKey, keySourceOf, preparePasswordSeal } from '../db/prepare-password-seal.ts';
import { prepareSchema } from '../db/prepare-schema.ts';
import type { PasswordSeal } from '../db/seal-password.ts';
import { findRunningPostgres } from '../local/find-running-postgres.ts';
import { CommandRefused } from './command-refused.ts';

/** The settings and the database of a command. */
export interface CommandTools {
  environment: Environment;
  db: Db;
}

/**
 * Runs a command's work with the database of DATABASE_URL, or of the server that `npm start` runs in its data folder.
 * @throws CommandRefused when there is no database, it does not answer, it is of another instance, or its tables of another version
 */
export async function withDatabase<Result>(
  command: Command,
  work: (tools: CommandTools) => Promise<Result>,
): Promise<Result> {
  const tools = await openDatabase(command);
  try {
    return await work(tools);
  } finally {
    await tools.db.destroy();
  }
}

/**
 * Connects as `withDatabase` does; the caller has to destroy `db`.
 * @throws CommandRefused as `withDatabase` does
 */
async function openDatabase(command: Command): Promise<CommandTools> {
  const { environment, url } = await locateDatabase(command);
  await refuseOtherDatabase(url, environment);
  const db = connectDatabase({
    url,
    poolSize: 2,
    applicationName: 'crawlchain-command',
    onLostConnection: () => undefined,
  });
  return { environment, db };
}

/**
 * Finds the database URL that `withDatabase` uses, and the settings that go with it, without connecting.
 * @throws CommandRefused when there is no database
 */
export async function locateDatabase(command: Command): Promise<{ environment: Environment; url: string }> {
  const { dataDir } = command.optsWithGlobals<{ dataDir: string }>();
  const environment = await withLocalServer(readEnvironment(), dataDir);
  const url = environment.DATABASE_URL;
  if (url === undefined) throw new CommandRefused(noDatabase(dataDir));
  return { environment, url };
}

/**
 * Returns the environment. If DATABASE_URL is not set, the settings of the database that `npm start` runs in its data folder are
 * added.
 */
export async function withLocalServer(environment: Environment, dataDir: string): Promise<Environment> {
  const local = environment.DATABASE_URL === undefined ? await findLocal(resolve(dataDir)) : {};
  return { ...environment, ...local };
}

/** Returns the message for a missing database. */
export function noDatabase(dataDir: string): string {
  return `There is no database: DATABASE_URL is not set, and no server of \`npm start\` runs in ${resolve(dataDir)}. Set DATABASE_URL, start one, or name its folder with --data-dir.`;
}

/** Finds the settings of a local server: `npm start` keeps the password key and stored files beside its database. */
async function findLocal(
  dataDir: string,
): Promise<Partial<Pick<Environment, 'DATABASE_URL' | 'PROXY_PASSWORD_KEY_FILE' | 'STORAGE_ROOT'>>> {
  const url = await findRunningPostgres(join(dataDir, 'postgres'));
  if (url === null) return {};
  const keyFile = join(dataDir, 'proxy-password.key');
  const [usual, given] = [readEnvironment({}), readEnvironment()];
  const isUsual = (name: 'PROXY_PASSWORD_KEY_FILE' | 'STORAGE_ROOT') => given[name] === usual[name];
  return {
    DATABASE_URL: url,
    PROXY_PASSWORD_KEY_FILE: isUsual('PROXY_PASSWORD_KEY_FILE') ? keyFile : given.PROXY_PASSWORD_KEY_FILE,
    STORAGE_ROOT: isUsual('STORAGE_ROOT') ? join(dataDir, 'storage') : given.STORAGE_ROOT,
  };
}

/**
 * Refuses a database whose tables are of another version, instead of migrating it: otherwise a command of a newer checkout would
 * migrate a production database.
 */
async function refuseOtherDatabase(url: string, environment: Environment): Promise<void> {
  try {
    await prepareSchema(url, { ...environment, AUTO_MIGRATE: false });
  } catch (error) {
    const kinds = [MigrationError, DatabaseUnreachable, OtherInstance];
    if (error instanceof Error && kinds.some((kind) => error instanceof kind))
      throw new CommandRefused(error.message, { cause: error });
    throw error;
  }
}

/**
 * Prepares the encryption of proxy passwords; encrypts passwords that are still in plain text.
 * @throws CommandRefused when the key is missing or wrong
 */
export async function openPasswords({ db, environment }: CommandTools): Promise<PasswordSeal> {
  return refusingWrongKey(preparePasswordSeal(db, keySourceOf(environment)));
}

/** Checks that `openPasswords` will succeed, and writes nothing. @throws CommandRefused as `openPasswords` does */
export async function checkPasswords({ db, environment }: CommandTools): Promise<void> {
  return refusingWrongKey(checkPasswordKey(db, keySourceOf(environment)));
}

async function refusingWrongKey<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PasswordKeyError) throw new CommandRefused(error.message, { cause: error });
    throw error;
  }
}
