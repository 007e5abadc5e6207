import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { countDueDispensaries } from '../db/queries/dispensaries.ts';
import { askTemporal } from '../temporal-client/ask-temporal.ts';
import { startAnalyticsRefresh, startCrawlDue, startDiscovery } from '../temporal-client/crawl-control.ts';
import { crawlDueId, discoverStoresId, REFRESH_ANALYTICS_ID } from '../temporal-config/workflow-ids.ts';
import { LEGACY_PLATFORM } from './legacy-platform.ts';
import {
  cancelPendingWork,
  disableOldSchedules,
  type CancelledWork,
  type DisabledSchedules,
} from './stop-queue.ts';

/** What the migration works with. */
export interface MigrationTools {
  /** The database with the queue before; our own where it is there. */
  legacy: Db;
  db: Db;
  client: Client;
  /** States in which stores are looked for. */
  discoveryStates: string[];
}

/** A workflow that goes on here with what the queue before did. */
interface StartedWork {
  workflow_id: string;
  /** Null after a dry run. */
  run_id: string | null;
  /** What happened, or would have. */
  outcome: 'started' | 'already running' | 'would start';
}

/** A crawl of all stores, and how many it is for. */
export interface StartedResync extends StartedWork {
  scope: string;
  dispensaries: number;
}

/**
 * Stores whose crawl began within the last hour are left out: who asks again, because the first answer was lost, starts
 * nothing twice.
 */
const CRAWLED_WITHIN_HOURS = 1;

/** Crawls all stores, or those of a state, under the one id that a crawl of that scope has. */
export async function startResync(
  { db, client }: Pick<MigrationTools, 'db' | 'client'>,
  { stateCode, isDryRun }: { stateCode: string | null; isDryRun: boolean },
): Promise<StartedResync> {
  const scope = stateCode ?? 'all';
  const dueBefore = new Date(Date.now() - CRAWLED_WITHIN_HOURS * 3_600_000).toISOString();
  const dispensaries = await countDueDispensaries(db, { scope, dueBefore });
  const input = { scope, intervalHours: CRAWLED_WITHIN_HOURS, ownIntervals: false };
  const work = await startUnlessDry(crawlDueId(scope), isDryRun, () =>
    askTemporal(client, () => startCrawlDue(client, input)),
  );
  return { scope, dispensaries, ...work };
}

/** What the whole migration did, step by step. */
export interface FullMigration {
  disabled_schedules: DisabledSchedules[];
  cancelled_work: CancelledWork[];
  resync: StartedResync;
  discovery: StartedWork;
  analytics: StartedWork;
}

/** Stops the queue before, and goes on here: a crawl of all stores, store discovery, a refresh of the analytics. */
export async function migrateFully(
  tools: MigrationTools,
  { isDryRun }: { isDryRun: boolean },
): Promise<FullMigration> {
  const { legacy, client, discoveryStates: states } = tools;
  const disabled = await disableOldSchedules(legacy, { isDryRun });
  const cancelled = await cancelPendingWork(legacy, { isDryRun });
  const discovery = { platform: LEGACY_PLATFORM, states };
  // The id is that of the schedule's discovery, so that the two never run beside each other.
  const area = 'all';
  return {
    disabled_schedules: disabled,
    cancelled_work: cancelled,
    resync: await startResync(tools, { stateCode: null, isDryRun }),
    discovery: await startUnlessDry(discoverStoresId(LEGACY_PLATFORM, area), isDryRun, () =>
      askTemporal(client, () => startDiscovery(client, discovery, area)),
    ),
    analytics: await startUnlessDry(REFRESH_ANALYTICS_ID, isDryRun, () =>
      askTemporal(client, () => startAnalyticsRefresh(client)),
    ),
  };
}

interface StartedWorkflow {
  isNew: boolean;
  handle: { workflowId: string; firstExecutionRunId?: string };
}

async function startUnlessDry(
  workflowId: string,
  isDryRun: boolean,
  start: () => Promise<StartedWorkflow>,
): Promise<StartedWork> {
  if (isDryRun) return { workflow_id: workflowId, run_id: null, outcome: 'would start' };
  const { isNew, handle } = await start();
  return {
    workflow_id: handle.workflowId,
    run_id: handle.firstExecutionRunId ?? null,
    outcome: isNew ? 'started' : 'already running',
  };
}
