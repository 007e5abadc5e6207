import { resolve } from 'node:path';
import type { Command } from 'commander';
import { qualitySettings } from '../../../config/quality-settings.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { inspectDatabase } from '../../../db/inspect-database.ts';
import { readOperatingStatus } from '../../../reports/operating-status.ts';
import { usualCapacity } from '../../../config/usual-capacity.ts';
import { webUiLink } from '../../../temporal-client/web-ui-link.ts';
import { bringLevel } from '../../bring-level.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { inSnakeCase } from '../../in-snake-case.ts';
import { openDatabase, withLocalServer, type CommandTools } from '../../open-database.ts';
import { locateTemporal, openTemporal, type OpenedTemporal } from '../../open-temporal.ts';
import { tellStatus, type Servers } from './tell-status.ts';

/** Adds `status`: how things stand, on one screen. */
export function addStatusCommand(program: CliCommand, onFailure: () => void): void {
  program
    .command('status')
    .description(
      'Shows how things stand: first whether everything is all right, and what is wrong; then servers, workers, open work, the last crawls, failures of the last hour, what is wrong with the catalog, schedules. Ends with 1 where one of the servers is away, and shows what the other tells; with 2 where neither is named.',
    )
    .effect('reads')
    .examples('crawlchain status', 'watch -n 10 crawlchain status')
    .option('--json', 'prints one JSON object')
    .action((options: { json?: boolean }, command: Command) => status(options, { command, onFailure }));
}

async function status(
  { json }: { json?: boolean },
  { command, onFailure }: { command: Command; onFailure: () => void },
): Promise<void> {
  await refuseNowhere(command);
  const database = await openDatabase(command).catch(refusalOf);
  const tools = 'away' in database ? undefined : database;
  const temporal = await openTemporal(command, tools).catch(refusalOf);
  try {
    if ('db' in database && 'client' in temporal) await bringLevel(database.db, temporal.client);
    const environment = 'away' in database ? readEnvironment() : database.environment;
    const [servers, standing] = await Promise.all([
      readServers(database, temporal),
      readOperatingStatus(
        'away' in database ? null : database.db,
        'away' in temporal ? null : temporal.client,
        { rule: qualitySettings(environment), usual: usualCapacity(environment) },
      ),
    ]);
    if ('away' in database || 'away' in temporal) onFailure();
    process.stdout.write(
      json === true
        ? `${JSON.stringify(inSnakeCase({ servers, ...standing }), null, 2)}\n`
        : tellStatus(servers, standing),
    );
  } finally {
    if ('db' in database) await database.db.destroy();
    if ('client' in temporal) await temporal.client.connection.close();
  }
}

/** @throws CommandRefused where neither server is named, nor one of `npm start` runs */
async function refuseNowhere(command: Command): Promise<void> {
  const { dataDir } = command.optsWithGlobals<{ dataDir: string }>();
  const environment = await withLocalServer(readEnvironment(), dataDir);
  if (environment.DATABASE_URL !== undefined || (await locateTemporal(environment, dataDir)) !== null) return;
  throw new CommandRefused(
    `There are no servers: neither DATABASE_URL nor TEMPORAL_ADDRESS is set, and \`npm start\` runs none in ${resolve(dataDir)}. Set them, start some, or name their folder with --data-dir.`,
  );
}

/** Why a server cannot be asked. */
interface Away {
  away: string;
}

function refusalOf(error: unknown): Away {
  if (error instanceof CommandRefused) return { away: error.message };
  throw error;
}

async function readServers(database: CommandTools | Away, temporal: OpenedTemporal | Away): Promise<Servers> {
  return {
    database: 'away' in database ? database : await readDatabase(database),
    temporal: 'away' in temporal ? temporal : await readTemporal(temporal),
    webUi: webUiOf(temporal),
  };
}

function webUiOf(temporal: OpenedTemporal | Away): string | null {
  const { TEMPORAL_UI_URL: given, TEMPORAL_NAMESPACE: namespace } = readEnvironment();
  const url = 'away' in temporal ? (given ?? null) : temporal.place.webUiUrl;
  return url === null ? null : webUiLink(url, { namespace });
}

async function readDatabase({ environment }: CommandTools) {
  const { place, version } = await inspectDatabase(environment.DATABASE_URL ?? '');
  return { place, version };
}

async function readTemporal({ client, place }: OpenedTemporal) {
  const { serverVersion } = await client.workflowService.getSystemInfo({});
  return { place: place.address, version: serverVersion ?? '', namespace: client.options.namespace };
}
