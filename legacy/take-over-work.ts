import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { readDatabaseTime } from '../db/database-clock.ts';
import { countDueDispensaries } from '../db/queries/dispensaries.ts';
import { askTemporal } from '../temporal-client/ask-temporal.ts';
import { foreseeStart } from '../temporal-client/foresee-start.ts';
import { startNoted } from '../ledger/note-start.ts';
import { planCrawlDue, planDiscovery, planUpkeep, type TaskPlan } from '../temporal-client/task-plans.ts';
import { LEGACY_PLATFORM } from './legacy-platform.ts';
import { stopQueue, type CancelledWork, type DisabledSchedules } from './stop-queue.ts';

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
export interface StartedWork {
  workflow_id: string;
  /** Of the run that was started, or found; null after a dry run that would start one. */
  run_id: string | null;
  /** What happened, or would have. */
  outcome: 'started' | 'already running' | 'would start';
}

/** A crawl of all stores. */
export interface StartedResync extends StartedWork {
  scope: string;
  /** How many it is for. */
  dispensaries: number;
  /** How many it leaves alone, since they were crawled just now. */
  left_alone: number;
}

/**
 * Stores whose crawl began within the last hour are left out: who asks again, because the first answer was lost, starts
 * nothing twice.
 */
const CRAWLED_WITHIN_HOURS = 1;

type ResyncTools = Pick<MigrationTools, 'db' | 'client'>;

/** Crawls all stores, or those of a state, under the one id that a crawl of that scope has. */
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

/** What the whole migration did, step by step. */
export interface FullMigration {
  disabled_schedules: DisabledSchedules[];
  cancelled_work: CancelledWork[];
  resync: StartedResync;
  discovery: StartedWork;
  analytics: StartedWork;
}

/** Thrown when the queue before is stopped, and not all that goes on here could be started; the cause says why. */
export class TakeOverUnfinished extends Error {
  override name = 'TakeOverUnfinished';
  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `The queue before is stopped, and not all that goes on here could be started: ${why} The same call starts the rest.`,
      { cause },
    );
  }
}

/**
 * Stops the queue before, and goes on here: a crawl of all stores, store discovery, a refresh of the analytics.
 * @throws TakeOverUnfinished; with all other errors, as LegacyRefused and TemporalUnavailable, the queue before still runs
 */
export async function migrateFully(
  tools: MigrationTools,
  { isDryRun }: { isDryRun: boolean },
): Promise<FullMigration> {
  const { legacy, client, discoveryStates: states } = tools;
  const resync = resyncOf('all');
  // The id is that of the schedule's discovery, so that the two never run beside each other.
  const discovery = planDiscovery({ platform: LEGACY_PLATFORM, states }, 'all');
  const analytics = planUpkeep('analytics_refresh');
  // Asked before the queue is stopped: it is not to stand still because nothing can go on here.
  const counts = await countStores(tools, 'all');
  for (const plan of [resync, discovery, analytics])
    await askTemporal(client, () => foreseeStart(client, plan));
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

/** A dry run asks for the workflow that the start would find. */
async function startUnlessDry(tools: ResyncTools, plan: TaskPlan, isDryRun: boolean): Promise<StartedWork> {
  const { workflowId, runId, outcome } = isDryRun
    ? await askTemporal(tools.client, () => foreseeStart(tools.client, plan))
    : await startNoted(tools, plan, { requestedBy: 'the migration' });
  return {
    workflow_id: workflowId,
    run_id: runId,
    outcome: outcome === 'running' ? 'already running' : isDryRun ? 'would start' : 'started',
  };
}
