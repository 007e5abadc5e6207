import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import { inspectDatabase } from '../../../db/inspect-database.ts';
import { readOperatingStatus } from '../../../reports/operating-status.ts';
import { inSnakeCase } from '../../in-snake-case.ts';
import { withDatabase } from '../../open-database.ts';
import { withTemporal, type TemporalPlace } from '../../open-temporal.ts';
import { tellStatus, type Servers } from './tell-status.ts';

/** Adds `status`: how things stand, on one screen. */
export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description(
      'Shows how things stand: servers, workers, open work, the last crawls, failures of the last hour, quarantine, schedules.',
    )
    .option('--json', 'prints one JSON object')
    .action(status);
}

async function status({ json }: { json?: boolean }, command: Command): Promise<void> {
  const [servers, standing] = await withDatabase(command, ({ db, environment }) =>
    withTemporal(command, (client, place) =>
      Promise.all([
        readServers(environment.DATABASE_URL ?? '', client, place),
        readOperatingStatus(db, client),
      ]),
    ),
  );
  process.stdout.write(
    json === true
      ? `${JSON.stringify(inSnakeCase({ servers, ...standing }), null, 2)}\n`
      : tellStatus(servers, standing),
  );
}

async function readServers(databaseUrl: string, client: Client, place: TemporalPlace): Promise<Servers> {
  const database = await inspectDatabase(databaseUrl);
  const { serverVersion } = await client.workflowService.getSystemInfo({});
  return {
    database: { place: database.place, version: database.version },
    temporal: { place: place.address, version: serverVersion ?? '', namespace: client.options.namespace },
    webUi: place.webUiUrl,
  };
}
