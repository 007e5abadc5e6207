import type { Environment } from '../../config/environment.ts';
import { connectDatabase, type Db } from '../../db/connect.ts';
import { holdDatabase } from '../../db/hold-database.ts';
import { PasswordKeyError } from '../../db/password-key.ts';
import { prepareSchema } from '../../db/prepare-schema.ts';
import { keySourceOf, preparePasswordSeal } from '../../db/prepare-password-seal.ts';
import { holdsOnlySandboxes, markAsSandbox, requireInstance } from '../../db/queries/instance.ts';
import { replaceProxies } from '../../db/queries/proxies.ts';
import type { PasswordSeal } from '../../db/seal-password.ts';
import { withWait, type OnProgress } from '../../local/progress-ticks.ts';
import { claimNamespace, refuseForeignSettings, type GivenServers } from './given-servers.ts';
import { StartRefused } from './refusal.ts';
import type { SandboxInfo } from './sandbox-process.ts';
import { openPostgres, type Place } from './servers.ts';

/** A migrated database. */
export interface StartDatabase {
  db: Db;
  /** Includes the password. */
  url: string;
  instanceId: string;
}

/**
 * Opens the database of DATABASE_URL, which `refuseRealServers` has checked, else the data folder's own. Locks the database for
 * this process before anything is written to it, and marks it as a sandbox's once nothing refuses it.
 * @throws StartRefused when another start holds the database, or the data folder's own database is not a sandbox's
 */
export async function openSandboxDatabase(
  servers: GivenServers,
  place: Place & { uses: string },
): Promise<StartDatabase> {
  const { environment } = servers;
  const url = await openPostgres(environment, place);
  if (!(await holdDatabase(url))) {
    const { host, pathname } = new URL(url);
    throw new StartRefused(
      `The database at ${host}${pathname} is in use by another start with a sandbox. Stop that one first, or unset DATABASE_URL and TEMPORAL_ADDRESS (\`. .data/worker.env\` sets them): servers of its own are brought up then.`,
    );
  }
  const db = await openDatabase({ ...environment, DATABASE_URL: url }, place.progress);
  const { id, kind } = await requireInstance(db);
  if (environment.DATABASE_URL === undefined) {
    refuseForeignSettings(environment.INSTANCE_ID, { place: OWN_DATABASE, id });
    if (kind !== 'sandbox' && !(await holdsOnlySandboxes(db)))
      throw new StartRefused(
        `The database in ${place.dataDir} is not a sandbox’s: it has stores, proxies, crawls or keys that no sandbox has made, and \`${servers.command}\` adds invented ones. Give the sandbox another folder with --data-dir.`,
      );
  }
  await claimNamespace(servers, id);
  await markAsSandbox(db);
  return { db, url, instanceId: id };
}

/** The name of a data folder's database in messages. */
export const OWN_DATABASE = "The data folder's own database";

/**
 * Connects to the database and migrates it.
 * @throws MigrationError, DatabaseUnreachable
 */
export async function openDatabase(environment: Environment, progress: OnProgress): Promise<Db> {
  const url = environment.DATABASE_URL ?? '';
  // INSTANCE_ID is not passed: callers compare it themselves, with other messages.
  await withWait('Migrating the database', progress, () =>
    prepareSchema(url, { AUTO_MIGRATE: environment.AUTO_MIGRATE }),
  );
  return connectDatabase({ url, poolSize: 4, applicationName: 'crawlchain-start' });
}

/**
 * Makes the proxies of a sandbox the active ones of its database.
 * @throws StartRefused when the password key is missing or wrong
 */
export async function activateSandboxProxies(
  sandbox: SandboxInfo,
  { db, environment }: { db: Db; environment: Environment },
): Promise<void> {
  const seal = await openPasswordsOrRefuse(db, environment);
  const proxies = sandbox.proxies.map(({ protocol, host, port, username, password }) => ({
    protocol,
    host,
    port,
    username,
    password,
  }));
  await replaceProxies(db, seal, { owner: 'sandbox', proxies });
}

/** Prepares the encryption of proxy passwords. @throws StartRefused when the password key is missing or wrong */
export async function openPasswordsOrRefuse(db: Db, environment: Environment): Promise<PasswordSeal> {
  try {
    return await preparePasswordSeal(db, keySourceOf(environment));
  } catch (error) {
    if (error instanceof PasswordKeyError) throw new StartRefused(error.message, { cause: error });
    throw error;
  }
}
