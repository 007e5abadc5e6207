import type { Client } from '@temporalio/client';
import { NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Environment } from '../config/environment.ts';
import { connectDatabase, type Db } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { PasswordKeyError } from '../db/password-key.ts';
import { keySourceOf, preparePasswordSeal } from '../db/prepare-password-seal.ts';
import { countUsableProxies } from '../db/queries/proxies.ts';
import type { PasswordSeal } from '../db/seal-password.ts';
import type { Log } from '../observability/log.ts';
import { connectionOptions, connectTemporal } from '../temporal-client/connect.ts';
import {
  ACTIVITY_QUEUES,
  BROWSER_QUEUE,
  TASK_QUEUES,
  WORKFLOW_QUEUE,
  type TaskQueue,
} from '../temporal-config/task-queues.ts';
import { CrawlError } from '../domain/errors.ts';
import { activityFailures } from './activity-failures.ts';
import { openBrowserStage, type BrowserStage } from './browser-stage.ts';
import { createActivities } from './create-activities.ts';
import { buildWorkflowBundle } from './workflow-bundle.ts';

/** Thrown when a worker may not start; the message says what to do. */
export class WorkerRefused extends Error {
  override name = 'WorkerRefused';
}

/** After the grace and this, the process ends whatever still runs: Temporal gives the work to another worker. */
const HARD_EXIT_AFTER_GRACE_MS = 10_000;

/** A cancellation arrives only with a heartbeat that is really sent; the default throttle holds them back for long. */
const HEARTBEAT_THROTTLE_MS = 2_000;

interface Start {
  environment: Environment;
  worker: string;
  log: Log;
}

/**
 * Brings the database up to date, then serves the task queues until the process is told to stop (SIGTERM, SIGINT).
 * Running activities then have the grace period to finish.
 * @throws WorkerRefused, MigrationError, TemporalUnreachable when it may not or cannot start
 */
export async function runWorker({ environment, worker, log }: Start): Promise<void> {
  const wished = chooseQueues(environment);
  const db = await openDatabase(environment, { worker, log });
  const passwordSeal = await openPasswords(db, environment);
  await refuseWithoutProxies(db, wished);
  const browserStage = wished.includes(BROWSER_QUEUE) ? await findBrowserStage(environment, log) : null;
  const queues = wished.filter((queue) => queue !== BROWSER_QUEUE || browserStage !== null);
  installRuntime(log);
  const client = await connectTemporal(environment);
  const connection = await NativeConnection.connect(await connectionOptions(environment));
  const workers = await createWorkers({
    environment,
    db,
    passwordSeal,
    client,
    connection,
    worker,
    queues,
    browserStage,
    log,
  });
  log.info({ queues }, 'serving');
  exitHardAfterGrace(environment.SHUTDOWN_GRACE_MS, log);
  // When one fails the others shut down too, within their grace: half a worker would hide the failure.
  const ends = await Promise.allSettled(workers.map((served) => runOrStopAll(served, workers)));
  await connection.close();
  await client.connection.close();
  await db.destroy();
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

function chooseQueues(environment: Environment): TaskQueue[] {
  const wanted = environment.WORKER_QUEUES ?? [...TASK_QUEUES];
  const unknown = wanted.filter((name) => !TASK_QUEUES.includes(name as TaskQueue));
  if (unknown.length > 0) {
    throw new WorkerRefused(
      `WORKER_QUEUES names ${unknown.join(', ')}; it takes some of ${TASK_QUEUES.join(', ')}`,
    );
  }
  return TASK_QUEUES.filter((name) => wanted.includes(name));
}

/**
 * A worker without a browser serves the other queues, and says so; one that was told to serve `browser` is refused.
 * @throws WorkerRefused
 */
async function findBrowserStage(environment: Environment, log: Log): Promise<BrowserStage | null> {
  try {
    return await openBrowserStage(environment, log);
  } catch (error) {
    if (!(error instanceof CrawlError)) throw error;
    if (environment.WORKER_QUEUES !== undefined) {
      throw new WorkerRefused(`WORKER_QUEUES names browser. ${error.message}`, { cause: error });
    }
    log.warn(`This worker does not serve the queue browser. ${error.message}`);
    return null;
  }
}

async function openDatabase(
  environment: Environment,
  { worker, log }: { worker: string; log: Log },
): Promise<Db> {
  const url = environment.DATABASE_URL;
  if (url === undefined) throw new WorkerRefused('DATABASE_URL is not set; it takes a PostgreSQL URL');
  try {
    const applied = await migrate(url);
    if (applied.length > 0) log.info({ applied }, 'migrated the database');
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      throw new WorkerRefused(
        `The database of DATABASE_URL does not answer: ${error.message || String(error.code)}`,
        { cause: error },
      );
    }
    throw error;
  }
  return connectDatabase({
    url,
    poolSize: environment.DATABASE_POOL_SIZE,
    applicationName: worker,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
}

async function openPasswords(db: Db, environment: Environment): Promise<PasswordSeal> {
  try {
    return await preparePasswordSeal(db, keySourceOf(environment));
  } catch (error) {
    if (error instanceof PasswordKeyError) throw new WorkerRefused(error.message, { cause: error });
    throw error;
  }
}

/** A fleet that cools down comes back by itself, so a worker may start into it; an empty one never does. */
async function refuseWithoutProxies(db: Db, queues: TaskQueue[]): Promise<void> {
  const fetches = queues.some(
    (queue) => queue.startsWith('fetch-') || queue === BROWSER_QUEUE || queue === 'media',
  );
  if (fetches && (await countUsableProxies(db)) === 0) {
    throw new WorkerRefused(
      'Workers that fetch need a proxy, and the table proxies has no active row and none that cools down. Add one with `npx crawlchain proxies import FILE`, or serve other queues with WORKER_QUEUES.',
    );
  }
}

function installRuntime(log: Log): void {
  Runtime.install({
    // SIGINT comes to the whole group at Ctrl-C; the SDK shuts the workers down on any of these.
    shutdownSignals: ['SIGTERM', 'SIGINT', 'SIGHUP'],
    logger: {
      log: (level, message, meta) => log[toLevel(level)](meta ?? {}, message),
      trace: (message, meta) => log.trace(meta ?? {}, message),
      debug: (message, meta) => log.debug(meta ?? {}, message),
      info: (message, meta) => log.info(meta ?? {}, message),
      warn: (message, meta) => log.warn(meta ?? {}, message),
      error: (message, meta) => log.error(meta ?? {}, message),
    },
  });
}

function toLevel(level: string): 'trace' | 'debug' | 'info' | 'warn' | 'error' {
  return level.toLowerCase() as 'trace' | 'debug' | 'info' | 'warn' | 'error';
}

interface Parts extends Start {
  db: Db;
  passwordSeal: PasswordSeal;
  client: Client;
  connection: NativeConnection;
  queues: TaskQueue[];
  browserStage: BrowserStage | null;
}

async function createWorkers(parts: Parts): Promise<Worker[]> {
  const { environment, connection, worker, queues, browserStage, log } = parts;
  const shared: Omit<WorkerOptions, 'taskQueue'> = {
    connection,
    namespace: environment.TEMPORAL_NAMESPACE,
    identity: worker,
    shutdownGraceTime: environment.SHUTDOWN_GRACE_MS,
    maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE_MS,
    defaultHeartbeatThrottleInterval: HEARTBEAT_THROTTLE_MS,
    // Activities that start eagerly skip every limit of their queue.
    maxEagerActivityReservationsPerWorkflowTask: 0,
    interceptors: { activity: [activityFailures(log)] },
  };
  const workers: Worker[] = [];
  if (queues.includes(WORKFLOW_QUEUE)) {
    const path = environment.WORKFLOW_BUNDLE_PATH;
    const workflowBundle = path === undefined ? await buildWorkflowBundle() : { codePath: path };
    workers.push(await Worker.create({ ...shared, taskQueue: WORKFLOW_QUEUE, workflowBundle }));
  }
  const activities = createActivities(parts);
  for (const taskQueue of ACTIVITY_QUEUES.filter((queue) => queues.includes(queue))) {
    workers.push(
      await Worker.create({
        ...shared,
        taskQueue,
        activities: activities[taskQueue] ?? {},
        maxConcurrentActivityTaskExecutions:
          taskQueue === BROWSER_QUEUE && browserStage !== null
            ? browserStage.slots
            : environment.MAX_CONCURRENT_TASKS,
      }),
    );
  }
  return workers;
}

async function runOrStopAll(served: Worker, workers: Worker[]): Promise<void> {
  try {
    await served.run();
  } catch (error) {
    for (const other of workers) if (other.getState() === 'RUNNING') other.shutdown();
    throw error;
  }
}

/** A process whose main awaits anything else survives SIGTERM: this ends it in any case. */
function exitHardAfterGrace(graceMs: number, log: Log): void {
  const onSignal = (): void => {
    log.info({ graceMs }, 'stopping: nothing new is taken, what runs may finish');
    setTimeout(() => {
      log.error('did not stop within the grace period; ending the process');
      process.exit(1);
    }, graceMs + HARD_EXIT_AFTER_GRACE_MS).unref();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, onSignal);
}
