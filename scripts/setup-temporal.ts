import { readEnvironment } from '../config/environment.ts';
import { applySearchAttributes } from '../temporal-client/apply-search-attributes.ts';
import { connectTemporal } from '../temporal-client/connect.ts';
import { applySchedules } from '../temporal-client/schedule-control.ts';
import { defaultSchedules } from '../temporal-config/schedules.ts';

// `npm run setup:temporal`: registers the search attributes and creates or updates the schedules in the namespace that
// the environment names.

const EXIT_REFUSED = 2;

try {
  const environment = readEnvironment();
  const { DISCOVERY_STATES: discoveryStates, CRAWL_INTERVAL_HOURS: crawlIntervalHours } = environment;
  const client = await connectTemporal(environment);
  const added = await applySearchAttributes(client);
  const schedules = defaultSchedules({ discoveryStates, crawlIntervalHours });
  await applySchedules(client, schedules);
  await client.connection.close();
  console.log(`Search attributes: ${added.length === 0 ? 'all were there' : `added ${added.join(', ')}`}.`);
  console.log(`Schedules: ${schedules.map(({ id }) => id).join(', ')}.`);
} catch (error) {
  console.error((error as Error).message);
  process.exit(EXIT_REFUSED);
}
