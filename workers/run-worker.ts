import type { Client } from '@temporalio/client';
import { NativeConnection, type Worker } from '@temporalio/worker';
import type { Environment } from '../config/environment.ts';
import type { Db } from '../db/connect.ts';
import { openDatabaseClock } from '../db/database-clock.ts';
import { locateInstance } from '../db/queries/instance.ts';
import type { WorkerFacts, WorkerState } from '../db/queries/worker-registry.ts';
import { chooseWorkerName, DEFAULT_WORKER_NAMES, placeOf, type NameHolder } from '../domain/worker-names.ts';
import { createEventBell, type EventBell } from '../db/event-bell.ts';
import { loadJobTypes } from '../jobs/load-job-types.ts';
import { readJobTypes } from '../jobs/read-job-types.ts';
import { keepLedger } from '../ledger/keep-ledger.ts';
import type { Log } from '../observability/log.ts';
import { watchDisk } from '../storage/watch-disk.ts';
import { connectionOptions, connectTemporal } from '../temporal-client/connect.ts';
import { refuseOtherServers } from '../temporal-client/instance.ts';
import { BROWSER_QUEUE, INGEST_QUEUE, JOBS_QUEUE } from '../temporal-config/task-queues.ts';
import { activityFailures } from './activity-failures.ts';
import { trackActiveTasks, type ActiveTasks } from './active-tasks.ts';
import { announce } from './announce.ts';
import { createBackOff, type BackOff } from './back-off.ts';
import { findBrowserStage } from './browser-stage.ts';
import { chooseQueues } from './choose-queues.ts';
import { createActivities } from './create-activities.ts';
import { createSchedules } from './create-schedules.ts';
import { createWorkers } from './create-workers.ts';
import { describeWorker } from './describe-worker.ts';
import { OUTGROWN } from './exit-codes.ts';
import { installRuntime, STOP_SIGNALS } from './install-runtime.ts';
import { openDatabase, openPasswords, refuseWithoutProxies } from './open-database.ts';
import { ownQueues, refuseMixedStorage } from './own-queues.ts';
import { createPlaceRun } from './place-run.ts';
import { recordWork, type WorkRecorder } from './record-work.ts';
import { createRegistration } from './registration.ts';
import { createResourceMeter, type ResourceMeter } from './resource-meter.ts';
import { backgroundSlots, cachedWorkflows } from './served-queues.ts';
import { taskLog } from './task-log.ts';
import { createTaskSlots, type TaskSlots } from './task-slots.ts';
import { watchClock, type ClockWatch } from './watch-clock.ts';
import { createGrowthWatch, growthLimitMiB } from './watch-growth.ts';
import { watchLoad } from './watch-load.ts';

/** How long after the grace period the process exits even if work is running: Temporal then gives the work to another worker. */
const HARD_EXIT_AFTER_GRACE_MS = 10_000;

interface Start {
  environment: Environment;
  worker: string;
  /** The worker's index in its pod, from 0. */
  slot: number;
  /** The ancestor process of all workers of the pod. */
  podPid: number;
  log: Log;
  /** Called when the worker itself has begun to handle stop signals. */
  onServing: () => void;
}

/**
 * Migrates the database, then serves the task queues until a signal (SIGTERM, SIGINT, SIGHUP) or an operator, through the
 * registry, tells the process to stop, or its memory has grown too much. Running activities then have the grace period to finish.
 * @returns the exit code
 * @throws WorkerRefused, JobTypesRefused, MigrationError, TemporalUnreachable, OtherInstance when it may not or cannot start
 */
export async function runWorker(start: Start): Promise<number> {
  const { environment, worker, log } = start;
  const wished = chooseQueues(environment);
  // Only a worker that serves jobs needs the types of modules.
  const jobTypes = wished.includes(JOBS_QUEUE) ? await readJobTypes(environment) : await loadJobTypes();
  const db = await openDatabase(environment, { worker, log });
  const client = await connectTemporal(environment);
  await refuseOtherServers(client, environment, await locateInstance(db, environment.DATABASE_URL ?? ''));
  const passwordSeal = await openPasswords(db, environment);
  await refuseWithoutProxies(db, { environment, queues: wished, jobTypes, log });
  await refuseMixedStorage(db, { environment, worker, queues: wished, log });
  const clock = watchClock(await openDatabaseClock(db), {
    intervalMs: environment.HEARTBEAT_INTERVAL_MS,
    log,
  });
  const meter = createResourceMeter(environment, start.podPid);
  const memoryLimitMiB = Math.floor(meter.memoryLimitMiB / environment.WORKERS_PER_POD);
  const browserStage = wished.includes(BROWSER_QUEUE)
    ? await findBrowserStage(environment, memoryLimitMiB, log)
    : null;
  const queues = wished.filter((queue) => queue !== BROWSER_QUEUE || browserStage !== null);
  queues.push(...ownQueues(environment, queues));
  const described = { environment, worker, queues, browserStage, jobTypes, meter, memoryLimitMiB };
  const facts = describeWorker({ ...described, now: clock.now() });
  installRuntime(log);
  const connection = await NativeConnection.connect(await connectionOptions(environment));
  const total = environment.MAX_CONCURRENT_TASKS;
  const slots = createTaskSlots(total, backgroundSlots(queues, total));
  const activeTasks = trackActiveTasks();
  const bell = createEventBell(db);
  const work = recordWork({ db, worker, log, bell, placeRun: createPlaceRun({ db, client, log }) });
  const workers = await createWorkers({
    environment,
    worker,
    connection,
    queues: facts.queues,
    slots,
    maxCachedWorkflows: cachedWorkflows(memoryLimitMiB),
    activities: createActivities({
      environment,
      db,
      passwordSeal,
      client,
      worker,
      log,
      ingests: queues.some((queue) => queue === INGEST_QUEUE || queue.startsWith('files@')),
      browserStage,
      jobTypes,
    }),
    // The last interceptor is the innermost: it converts failures, and the others see the converted ones.
    interceptors: [activeTasks.watch, work.watch, taskLog(log), activityFailures(log)],
  });
  // Not awaited, so that existing work does not wait for the schedules.
  void createSchedules({ db, client, environment, log });
  const stopLedger = keepLedger({ db, environment, client, log, name: worker });
  const temporal = { client, workers };
  const end = await serve({ start, temporal, facts, db, bell, clock, meter, slots, activeTasks, work });
  await stopLedger();
  for (const one of [connection, client.connection]) await one.close();
  await db.destroy();
  if (end.failure !== null) throw end.failure.reason;
  return end.exitCode;
}

interface Served {
  start: Start;
  temporal: { client: Client; workers: Worker[] };
  facts: WorkerFacts;
  db: Db;
  bell: EventBell;
  clock: ClockWatch;
  meter: ResourceMeter;
  slots: TaskSlots;
  activeTasks: ActiveTasks;
  work: WorkRecorder;
}

/** How a worker ended. */
interface End {
  /** Null after a requested stop. */
  failure: { reason: unknown } | null;
  exitCode: number;
}

/** Runs the workers until they end, and keeps the registry up to date. */
async function serve(served: Served): Promise<End> {
  const { start, facts, db, bell, clock, meter, slots, activeTasks, work } = served;
  const { client, workers } = served.temporal;
  const { environment, log } = start;
  const backOff = backOffOf(environment);
  let exitCode = 0;
  let stopped: 'stopped' | 'decommissioned' | null = null;
  const stop = (how: 'stopped' | 'decommissioned'): void => {
    if (stopped !== null) return;
    stopped = how;
    exitHardAfterGrace(environment.SHUTDOWN_GRACE_MS, log);
    shutDown(workers);
    void registration.report();
  };
  const statusNow = (): WorkerState['status'] => {
    if (stopped !== null) return 'draining';
    return backOff.reason === null ? 'active' : 'backing_off';
  };
  const registration = createRegistration({
    db,
    bell,
    log,
    facts,
    intervalMs: environment.HEARTBEAT_INTERVAL_MS,
    state: () => ({
      status: statusNow(),
      activeTaskCount: activeTasks.count,
      currentTaskIds: activeTasks.ids(),
      resources: load.resources(),
      clockAheadMs: clock.aheadMs(),
      heartbeats: work.heartbeats(),
    }),
    chooseName: (former, others) => chooseName(served, { former, others }),
    onDecommission: () => stop('decommissioned'),
  });
  const onChange = () => void registration.report();
  const disk = watchDisk(environment.STORAGE_ROOT);
  const growth = createGrowthWatch(growthLimitMiB(environment, facts.tuner.memory_limit_mb), (found) => {
    // A worker that was told to stop must not be started anew.
    if (stopped !== null) return;
    log.warn(found, 'its memory has grown too much, so another process takes its place');
    exitCode = OUTGROWN;
    stop('stopped');
  });
  const load = watchLoad({ meter, clock, disk, backOff, growth, slots, log, onChange });
  // Keep the handlers: Ctrl-C reaches the workers of a pod twice, and the second signal must not kill them mid-run.
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop('stopped'));
  start.onServing();
  void registration.report();
  void announce({ client, workers, facts, buildId: environment.WORKER_BUILD_ID, log });
  // If the worker of one queue fails, the others shut down too, within their grace period: a process that serves only some queues
  // would hide the failure.
  const ends = await Promise.allSettled(workers.map((worker) => runOrStopAll(worker, workers)));
  load.stop();
  disk.stop();
  clock.stop();
  await work.end();
  await registration.end(stopped ?? 'stopped');
  await bell.stop();
  return { failure: ends.find((end) => end.status === 'rejected') ?? null, exitCode };
}

function backOffOf(environment: Environment): BackOff {
  return createBackOff({
    memoryThreshold: environment.MEMORY_BACKOFF_THRESHOLD,
    cpuThreshold: environment.CPU_BACKOFF_THRESHOLD,
    memoryOf: environment.WORKERS_PER_POD > 1 ? 'pod' : 'worker',
    durationMs: environment.BACKOFF_DURATION_MS,
  });
}

function chooseName(
  { start, facts }: Served,
  { former, others }: { former: string | null; others: NameHolder[] },
): string {
  const { WORKER_NAMES: names = DEFAULT_WORKER_NAMES, WORKERS_PER_POD: count } = start.environment;
  const place = placeOf(facts.podName, start.slot, count);
  return chooseWorkerName({ names, former, place, others });
}

async function runOrStopAll(served: Worker, workers: Worker[]): Promise<void> {
  try {
    await served.run();
  } catch (error) {
    shutDown(workers);
    throw error;
  }
}

/** Shuts the SDK workers down. The SDK does so too on a signal, so skip those that no longer run. */
function shutDown(workers: Worker[]): void {
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
}

/**
 * Ends the process after the grace period, even if work is still running: a stop signal that has a handler does not end
 * the process by itself.
 */
function exitHardAfterGrace(graceMs: number, log: Log): void {
  log.info({ graceMs }, 'stopping: takes no new tasks, lets running ones finish');
  setTimeout(() => {
    log.error('did not stop within the grace period; ending the process');
    process.exit(1);
  }, graceMs + HARD_EXIT_AFTER_GRACE_MS).unref();
}
