import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { sql } from 'kysely';
import { platformSettings } from '../../../config/platform-settings.ts';
import { storageSettings } from '../../../config/storage-settings.ts';
import { connectDatabase, type Db } from '../../../db/connect.ts';
import type { PasswordSeal } from '../../../db/seal-password.ts';
import { LegacyDatabaseGone, LegacyRefused } from '../../../legacy/query-legacy.ts';
import { importLegacy, NothingToImport, type ImportedTable } from '../../../legacy/import/import-legacy.ts';
import { ImportRunsElsewhere } from '../../../legacy/import/progress.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { unlessDryRun, type CliCommand } from '../../cli-command.ts';
import { CommandFailed } from '../../command-failed.ts';
import { CommandRefused } from '../../command-refused.ts';
import { formatTable } from '../../output/format-table.ts';
import { answer } from '../../output/print.ts';
import { openPasswords, withDatabase, type CommandTools } from '../../open-database.ts';
import { inSnakeCase } from '../../in-snake-case.ts';
import { reportFailure } from '../../process-ports.ts';

interface ImportCommandOptions {
  payloads?: string;
  dryRun?: boolean;
  fromStart?: boolean;
  json?: boolean;
}

/** Adds `import legacy`. */
export function addImportCommand(program: CliCommand): void {
  program
    .command('import')
    .description('Takes over data.')
    .command('legacy')
    .description(
      'Imports dispensaries, proxies, payloads, products and snapshots of LEGACY_DATABASE_URL with their ids, in batches; another call continues where the import stopped. Exit code 1 when rows were refused.',
    )
    .effect(unlessDryRun)
    .examples(
      'crawlchain import legacy --payloads /mnt/payloads --dry-run',
      'crawlchain import legacy --payloads /mnt/payloads',
    )
    .option('--payloads <folder>', 'the folder with the payload files; without it, payloads are left out')
    .option('--dry-run', 'shows what would be imported, and writes nothing')
    .option('--from-start', 'reads every row again, also those of an earlier import')
    .option('--json', 'as JSON')
    .action(runImport);
}

/**
 * Errors that end an import. `CommandRefused` is one of them: the password key is loaded when the first password is imported, which
 * may be after other rows.
 */
const REFUSALS = [ImportRunsElsewhere, NothingToImport, LegacyRefused, LegacyDatabaseGone, CommandRefused];

const STOPPED =
  'The import stopped early. What was imported stays; a call without --from-start continues there.';

async function runImport(options: ImportCommandOptions, command: Command): Promise<void> {
  let hasTaken = false;
  const tables = await withDatabase(command, async (tools) => {
    const { legacy, source } = await openLegacy(tools);
    try {
      return await importFrom(tools, { legacy, source, ...options, onTaken: () => (hasTaken = true) });
    } catch (error) {
      if (!REFUSALS.some((refusal) => error instanceof refusal)) throw error;
      const { message } = error as Error;
      if (!hasTaken) throw new CommandRefused(message, { cause: error });
      throw new CommandFailed(`${message}\n${STOPPED}`, { cause: error });
    } finally {
      await legacy.destroy();
    }
  });
  answer(inSnakeCase(tables), options, () => tell(tables));
  if (tables.some(({ refused }) => refused > 0)) reportFailure();
}

/** The database to import, and its name without credentials. */
interface Legacy {
  legacy: Db;
  source: string;
}

async function importFrom(
  tools: CommandTools,
  { legacy, source, onTaken, ...options }: ImportCommandOptions & Legacy & { onTaken: () => void },
): Promise<ImportedTable[]> {
  const { db, environment } = tools;
  const folder = options.payloads ?? null;
  if (folder !== null && (await stat(folder).catch(() => null))?.isDirectory() !== true)
    throw new CommandRefused(
      `${folder} is no folder that can be read; --payloads takes the one with the payload files.`,
    );
  let seal: Promise<PasswordSeal> | undefined;
  return importLegacy(
    {
      legacy,
      db,
      platforms: createPlatformRegistry(platformSettings(environment)),
      payloadFiles: createPayloadFiles(storageSettings(environment)),
      payloadFolder: folder,
      openSeal: () => (seal ??= openPasswords(tools)),
      isDryRun: options.dryRun === true,
    },
    {
      source,
      isFromStart: options.fromStart === true,
      onProgress: (table, { afterId }) => {
        if (options.dryRun !== true) onTaken();
        if (process.stderr.isTTY) process.stderr.write(`\r${table}: up to id ${afterId}   `);
      },
    },
  );
}

/** Connects to the database to import. @throws CommandRefused if none is set, it does not answer, or it is our own */
async function openLegacy({ db, environment }: CommandTools): Promise<Legacy> {
  const url = environment.LEGACY_DATABASE_URL;
  if (url === undefined) {
    throw new CommandRefused(
      'LEGACY_DATABASE_URL is not set; it takes the PostgreSQL URL of the database to import.',
    );
  }
  const { host, pathname, searchParams } = new URL(url);
  // The name includes the options, since they may select another schema of the same database.
  const source = [`${host}${pathname}`, ...searchParams.getAll('options')].join(' ');
  const legacy = connectDatabase({
    url,
    poolSize: 2,
    applicationName: 'crawlchain-import',
    onLostConnection: () => undefined,
  });
  try {
    if ((await identityOf(legacy)) !== (await identityOf(db))) return { legacy, source };
  } catch (error) {
    await legacy.destroy();
    throw new CommandRefused(`The database at ${source} cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
  await legacy.destroy();
  throw new CommandRefused('LEGACY_DATABASE_URL and DATABASE_URL are the same database.');
}

/** Identifies a database independently of its address, since a server may have several. */
async function identityOf(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select concat_ws('/', oid, pg_postmaster_start_time()) as identity from pg_database where datname = current_database()
  `.execute(db);
  return rows[0]?.identity ?? '';
}

function tell(tables: ImportedTable[]): string {
  const refusals = tables.flatMap(({ table, refusals: some }) =>
    some.map(({ id, why }) => `  ${table} ${id}: ${why}\n`),
  );
  const reported = formatTable(
    [
      { header: 'table', value: 'table', kind: 'id' },
      { header: 'taken over', value: 'taken', kind: 'number' },
      { header: 'there already', value: 'present', kind: 'number' },
      { header: 'merged', value: 'merged', kind: 'number' },
      { header: 'refused', value: 'refused', kind: 'number' },
      { header: '', value: ({ left_out: leftOut }) => (leftOut === null ? '' : `left out: ${leftOut}`) },
    ],
    tables,
  );
  if (refusals.length === 0) return reported;
  return `${reported}Refused:\n${refusals.join('')}Once they are fixed, --from-start reads them again.\n`;
}
