import type { Client } from '@temporalio/client';
import type { Environment } from '../config/environment.ts';
import { usualCapacity } from '../config/usual-capacity.ts';
import type { Db } from '../db/connect.ts';
import type { CapacityRow } from '../reports/capacity-row.ts';
import { readCapacity, readComingWork, type ComingWork } from '../reports/read-capacity.ts';
import { createSharedSnapshot, type SharedSnapshot } from '../reports/shared-snapshot.ts';
import { describeSchedules, type ScheduleReport } from '../temporal-client/describe-schedules.ts';

/** Snapshots of Temporal that several routes share. */
export interface SharedSnapshots {
  capacity: SharedSnapshot<CapacityRow[]>;
  /** What Temporal knows of coming work, for capacity that is computed anew each time. */
  comingWork: SharedSnapshot<ComingWork>;
  schedules: SharedSnapshot<ScheduleReport[]>;
}

/** Temporal requests per snapshot: it lists schedules and describes each task queue. */
const CAPACITY_QUESTIONS = 10;
const CAPACITY_MS = 15_000;

/** Creates the snapshots for all routes of one API. */
export function createSharedSnapshots({
  db,
  client,
  environment,
}: {
  db: Db;
  client: Client;
  environment: Environment;
}): SharedSnapshots {
  const usual = usualCapacity(environment);
  return {
    capacity: createSharedSnapshot({
      client,
      read: async () => ({
        value: await readCapacity({ db, client, usual }),
        questions: CAPACITY_QUESTIONS,
      }),
      intervalMs: CAPACITY_MS,
    }),
    comingWork: createSharedSnapshot({
      client,
      read: async () => ({ value: await readComingWork(db, client), questions: CAPACITY_QUESTIONS }),
      intervalMs: CAPACITY_MS,
    }),
    schedules: createSharedSnapshot({
      client,
      read: async () => ({ value: await describeSchedules(client), questions: 1 }),
      intervalMs: 5_000,
    }),
  };
}
