import type { Client } from '@temporalio/client';
import { loadEnvFile } from '../config/env-file.ts';
import { readEnvironment, type Environment } from '../config/environment.ts';
import { withConnection } from '../db/connect.ts';
import { prepareSchema } from '../db/prepare-schema.ts';
import { locateInstance } from '../db/queries/instance.ts';
import { refuseOtherInstance } from '../domain/instance.ts';
import { applySearchAttributes } from '../temporal-client/apply-search-attributes.ts';
import { connectTemporal } from '../temporal-client/connect.ts';
import { applySchedules } from '../temporal-client/apply-schedules.ts';
import { locateNamespaceInstance, writeNamespaceInstance } from '../temporal-client/instance.ts';
import { retryUntilNamespaceKnown } from '../temporal-client/retry-until-namespace-known.ts';
import { schedulesOf } from '../temporal-client/schedule-definitions.ts';
import { formatDiff } from '../cli/commands/schedules/format-diff.ts';
import { toAppliedSchedule } from '../reports/schedule-diff-answer.ts';

// `npm run setup:temporal`: writes the id of the database's instance to the namespace of TEMPORAL_NAMESPACE, registers the search
// attributes, and applies the schedules like `crawlchain schedules apply`.

const EXIT_REFUSED = 2;

try {
  for (const sentence of loadEnvFile()) console.error(sentence);
  const environment = readEnvironment();
  const whenKnown = <Result>(work: () => Promise<Result>): Promise<Result> =>
    retryUntilNamespaceKnown(environment.TEMPORAL_NAMESPACE, work, (line) => console.log(line));
  const client = await whenKnown(() => connectTemporal(environment));
  console.log(await whenKnown(() => joinInstance(client, environment)));
  const added = await whenKnown(() => applySearchAttributes(client));
  const schedules = await whenKnown(() => applySchedules(client, schedulesOf(environment)));
  await client.connection.close();
  console.log(`Search attributes: ${added.length === 0 ? 'all were there' : `added ${added.join(', ')}`}.`);
  console.log('Schedules:');
  for (const schedule of schedules) console.log(formatDiff(toAppliedSchedule(schedule)));
} catch (error) {
  console.error((error as Error).message);
  process.exit(EXIT_REFUSED);
}

/** Writes the instance id of the database to a namespace that has none. @returns a sentence that says what was done */
async function joinInstance(client: Client, environment: Environment): Promise<string> {
  if (!environment.TEMPORAL_INSTANCE_CHECK)
    return 'Instance: the namespace is used whatever id it carries (TEMPORAL_INSTANCE_CHECK=false).';
  const { DATABASE_URL: url, INSTANCE_ID: wanted, TEMPORAL_ADDRESS: address = '' } = environment;
  if (url === undefined)
    throw new Error(
      'DATABASE_URL is not set; it takes the PostgreSQL URL of the instance that the namespace is for.',
    );
  await prepareSchema(url, { ...environment, AUTO_MIGRATE: false });
  const options = { url, poolSize: 1, applicationName: 'crawlchain-setup' };
  const database = await withConnection(options, (db) => locateInstance(db, url));
  const temporal = await locateNamespaceInstance(client, address);
  refuseOtherInstance({ database, temporal: temporal.id === null ? null : temporal, wanted });
  if (temporal.id !== null) return `Instance: ${database.id}, as the database.`;
  if (await writeNamespaceInstance(client, database.id ?? ''))
    return `Instance: ${database.id}, now written to the namespace.`;
  throw new Error(
    `The server does not allow changing the data of ${temporal.place}. Set TEMPORAL_INSTANCE_CHECK=false, here and for workers, the API and the command, once you are sure that it belongs to ${database.place}.`,
  );
}
