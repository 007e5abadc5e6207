import type { Client } from '@temporalio/client';
import type { Environment } from '../config/environment.ts';
import type { Db } from '../db/connect.ts';
import { requireInstance } from '../db/queries/instance.ts';
import type { Log } from '../observability/log.ts';
import { createNewSchedules } from '../temporal-client/apply-schedules.ts';
import { schedulesOf } from '../temporal-client/schedule-definitions.ts';

interface Tools {
  db: Db;
  client: Client;
  environment: Pick<Environment, 'DISCOVERY_STATES' | 'CRAWL_INTERVAL_HOURS'>;
  log: Log;
}

/**
 * Creates the schedules that a production namespace has never had, so that crawls recur even if nobody ran the setup. A sandbox's
 * schedules are made by whoever starts it. Never rejects: a worker without schedules still serves requests.
 */
export async function createSchedules({ db, client, environment, log }: Tools): Promise<void> {
  try {
    if ((await requireInstance(db)).kind === 'sandbox') return;
    const schedules = await createNewSchedules(client, schedulesOf(environment));
    if (schedules.length > 0) log.info({ schedules }, 'created the schedules that were missing');
  } catch (error) {
    log.warn(
      { err: error },
      'could not create the schedules; run `npm run setup:temporal`, or the next worker that starts creates them',
    );
  }
}
