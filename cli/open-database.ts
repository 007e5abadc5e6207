import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { readEnvironment, type Environment } from '../config/environment.ts';
import { connectDatabase, type Db } from '../db/connect.ts';
import { DatabaseUnreachable, MigrationError } from '../db/migrate.ts';
import { OtherInstance } from '../domain/instance.ts';
import { PasswordKeyError } from '../db/password-key.ts';
import { keySourceOf, preparePasswordSeal } from '../db/prepare-password-seal.ts';
import { prepareSchema } from '../db/prepare-schema.ts';
import type { PasswordSeal } from '../db/seal-password.ts';
import { findRunningPostgres } from '../local/find-running-postgres.ts';
import { CommandRefused } from './command-refused.ts';

/** What a command works with. */
export interface CommandTools {
  environment: Environment;
  db: Db;
}

/**
 * Runs a command's work with the database of DATABASE_URL, or of the server that `npm start` runs in its data folder.
 * @throws CommandRefused when there is none, it does not answer, it is of another instance or its tables of another version
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
 * Connects as `withDatabase` does; whoever calls it destroys `db`.
 * @throws CommandRefused when there is none, it does not answer, it is of another instance or its tables of another version
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
 * Where the database is that `withDatabase` works with, and the settings with it; nobody is asked yet.
 * @throws CommandRefused when there is none
 */
export async function locateDatabase(command: Command): Promise<{ environment: Environment; url: string }> {
  const { dataDir } = command.optsWithGlobals<{ dataDir: string }>();
  const environment = await withLocalServer(readEnvironment(), dataDir);
  const url = environment.DATABASE_URL;
  if (url === undefined) throw new CommandRefused(noDatabase(dataDir));
  return { environment, url };
}

/** The settings, with those of the database that `npm start` runs in its data folder where DATABASE_URL is not set. */
export async function withLocalServer(environment: Environment, dataDir: string): Promise<Environment> {
  const local = environment.DATABASE_URL === undefined ? await findLocal(resolve(dataDir)) : {};
  return { ...environment, ...local };
}

/** What to say where there is no database. */
export function noDatabase(dataDir: string): string {
  return `There is no database: DATABASE_URL is not set, and no server of \`npm start\` runs in ${resolve(dataDir)}. Set DATABASE_URL, start one, or name its folder with --data-dir.`;
}

/** `npm start` keeps the key of its proxies' passwords, and its files, beside its server. */
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

/** No command changes tables: one of a newer checkout would take a production along. */
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
 * What seals and opens the passwords of proxies; passwords that are still plain are sealed on the way.
 * @throws CommandRefused when the key is missing or wrong
 */
export async function openPasswords({ db, environment }: CommandTools): Promise<PasswordSeal> {
  try {
    return await preparePasswordSeal(db, keySourceOf(environment));
  } catch (error) {
    if (error instanceof PasswordKeyError) throw new CommandRefused(error.message, { cause: error });
    throw error;
  }
}
