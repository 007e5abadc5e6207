import { readEnvironment } from '../config/environment.ts';
import { applySearchAttributes } from '../temporal-client/apply-search-attributes.ts';
import { connectTemporal } from '../temporal-client/connect.ts';
import { applySchedules } from '../temporal-client/apply-schedules.ts';
import { schedulesOf } from '../temporal-client/schedule-definitions.ts';
import { tellDiff } from '../cli/commands/schedules/tell-diff.ts';

// `npm run setup:temporal`: registers the search attributes and applies the schedules in the namespace that the
// environment names, as `crawlchain schedules apply` does.

const EXIT_REFUSED = 2;

try {
  const environment = readEnvironment();
  if (environment.TEMPORAL_ADDRESS === undefined)
    throw new Error(
      'TEMPORAL_ADDRESS is not set; it takes the frontend of the Temporal that is to be set up, as host:port.',
    );
  const client = await connectTemporal(environment);
  const added = await applySearchAttributes(client);
  const schedules = await applySchedules(client, schedulesOf(environment));
  await client.connection.close();
  console.log(`Search attributes: ${added.length === 0 ? 'all were there' : `added ${added.join(', ')}`}.`);
  console.log('Schedules:');
  for (const schedule of schedules) console.log(tellDiff(schedule));
} catch (error) {
  console.error((error as Error).message);
  process.exit(EXIT_REFUSED);
}
