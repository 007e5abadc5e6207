import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { readDatabaseTime } from '../db/database-clock.ts';
import { countDueDispensaries } from '../db/queries/dispensaries.ts';
import { callTemporal } from '../temporal-client/call-temporal.ts';
import { foreseeStart } from '../temporal-client/foresee-start.ts';
import { startNoted } from '../ledger/note-start.ts';
import { planCrawlDue, planDiscovery, planUpkeep, type TaskPlan } from '../temporal-client/task-plans.ts';
import { LEGACY_PLATFORM } from './legacy-platform.ts';
import { stopQueue, type CancelledWork, type DisabledSchedules } from './stop-queue.ts';

/** The services of the migration. */
export interface MigrationTools {
  /** The database of the legacy queue; may be our own. */
  legacy: Db;
  db: Db;
  client: Client;
  /** The states where discovery searches for stores. */
  discoveryStates: string[];
}

/** A workflow that continues work of the legacy queue here. */
export interface StartedWork {
  workflow_id: string;
  /** The id of the started or found run; null when a dry run would start one. */
  run_id: string | null;
  /** What happened, or would happen. */
  outcome: 'started' | 'already running' | 'would start';
}

/** A crawl of all stores. */
export interface StartedResync extends StartedWork {
  scope: string;
  /** The number of stores that it crawls. */
  dispensaries: number;
  /** The number of stores that it skips because they were just crawled. */
  left_alone: number;
}

/**
 * Stores whose crawl began within this time are skipped, so that a repeat after a lost response crawls no store twice.
 */
const CRAWLED_WITHIN_HOURS = 1;

type ResyncTools = Pick<MigrationTools, 'db' | 'client'>;

/** Starts a crawl of all stores, or those of a state, under the fixed id of that scope. */
export async function startResync(
  tools: ResyncTools,
  { stateCode, isDryRun }: { stateCode: string | null; isDryRun: boolean },
): Promise<StartedResync> {
  const scope = stateCode ?? 'all';
  const counts = await countStores(tools, scope);
  return { scope, ...counts, ...(await startUnlessDry(tools, resyncOf(scope), isDryRun)) };
}

async function countStores(
  { db }: ResyncTools,
  scope: string,
): Promise<Pick<StartedResync, 'dispensaries' | 'left_alone'>> {
  const now = await readDatabaseTime(db);
  const dueBefore = new Date(now.getTime() - CRAWLED_WITHIN_HOURS * 3_600_000).toISOString();
  const [due, all] = await Promise.all([
    countDueDispensaries(db, { scope, dueBefore }),
    countDueDispensaries(db, { scope, dueBefore: 'infinity' }),
  ]);
  return { dispensaries: due, left_alone: Math.max(0, all - due) };
}

function resyncOf(scope: string): TaskPlan {
  return planCrawlDue({ scope, intervalHours: CRAWLED_WITHIN_HOURS, ownIntervals: false });
}

/** The results of the whole migration, step by step. */
export interface FullMigration {
  disabled_schedules: DisabledSchedules[];
  cancelled_work: CancelledWork[];
  resync: StartedResync;
  discovery: StartedWork;
  analytics: StartedWork;
}

/** Thrown when the legacy queue is stopped, but not all work could be started here; the cause says why. */
export class TakeOverUnfinished extends Error {
  override name = 'TakeOverUnfinished';
  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `The legacy queue is stopped, but not all of its work could be started here: ${why} Repeat the call to start the rest.`,
      { cause },
    );
  }
}

/**
 * Stops the legacy queue and starts its work here: a crawl of all stores, store discovery, a refresh of the analytics.
 * @throws TakeOverUnfinished; after any other error, such as LegacyRefused and TemporalUnavailable, the legacy queue still runs
 */
export async function migrateFully(
  tools: MigrationTools,
  { isDryRun }: { isDryRun: boolean },
): Promise<FullMigration> {
  const { legacy, client, discoveryStates: states } = tools;
  const resync = resyncOf('all');
  // Uses the id of the schedule's discovery, so that the two never run at the same time.
  const discovery = planDiscovery({ platform: LEGACY_PLATFORM, states }, 'all');
  const analytics = planUpkeep('analytics_refresh');
  // Checks Temporal before stopping the queue, so that the queue does not stop when nothing can start here.
  const counts = await countStores(tools, 'all');
  for (const plan of [resync, discovery, analytics])
    await callTemporal(client, () => foreseeStart(client, plan));
  const stopped = await stopQueue(legacy, { isDryRun });
  try {
    return {
      disabled_schedules: stopped.schedules,
      cancelled_work: stopped.work,
      resync: { scope: 'all', ...counts, ...(await startUnlessDry(tools, resync, isDryRun)) },
      discovery: await startUnlessDry(tools, discovery, isDryRun),
      analytics: await startUnlessDry(tools, analytics, isDryRun),
    };
  } catch (error) {
    throw isDryRun ? error : new TakeOverUnfinished(error);
  }
}

/** Starts a plan; a dry run only looks up the workflow that the start would find. */
async function startUnlessDry(tools: ResyncTools, plan: TaskPlan, isDryRun: boolean): Promise<StartedWork> {
  const { workflowId, runId, outcome } = isDryRun
    ? await callTemporal(tools.client, () => foreseeStart(tools.client, plan))
    : await startNoted(tools, plan, { requestedBy: 'the migration' });
  return {
    workflow_id: workflowId,
    run_id: runId,
    outcome: outcome === 'running' ? 'already running' : isDryRun ? 'would start' : 'started',
  };
}
