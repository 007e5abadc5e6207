import type { Environment } from '../config/environment.ts';
import { connectDatabase, type Db } from '../db/connect.ts';
import { PasswordKeyError } from '../db/password-key.ts';
import { keySourceOf, preparePasswordSeal } from '../db/prepare-password-seal.ts';
import { prepareSchema } from '../db/prepare-schema.ts';
import { countProxies, type ProxyCounts } from '../db/queries/proxies.ts';
import { nameCommand } from '../domain/name-command.ts';
import type { PasswordSeal } from '../db/seal-password.ts';
import { formatMoment } from '../domain/format-moment.ts';
import { isIsolated } from '../jobs/isolation/read-isolated-module.ts';
import type { JobTypes } from '../jobs/load-job-types.ts';
import type { Log } from '../observability/log.ts';
import { BROWSER_QUEUE, JOBS_QUEUE, MEDIA_QUEUE, type TaskQueue } from '../temporal-config/task-queues.ts';
import { WorkerRefused } from './worker-refused.ts';

/**
 * Migrates the database, unless AUTO_MIGRATE forbids it, and opens it.
 * @throws WorkerRefused when DATABASE_URL is not set; OtherInstance; DatabaseUnreachable; MigrationError
 */
export async function openDatabase(
  environment: Environment,
  { worker, log }: { worker: string; log: Log },
): Promise<Db> {
  const url = environment.DATABASE_URL;
  if (url === undefined) throw new WorkerRefused('DATABASE_URL is not set; it takes a PostgreSQL URL');
  const applied = await prepareSchema(url, environment);
  if (applied.length > 0) log.info({ applied }, 'migrated the database');
  return connectDatabase({
    url,
    poolSize: environment.DATABASE_POOL_SIZE,
    answerMsMax: environment.DATABASE_STATEMENT_TIMEOUT_MS,
    applicationName: worker,
    onLostConnection: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
}

/**
 * Prepares the encryption of proxy passwords.
 * @throws WorkerRefused when the key is missing or wrong
 */
export async function openPasswords(db: Db, environment: Environment): Promise<PasswordSeal> {
  try {
    return await preparePasswordSeal(db, keySourceOf(environment));
  } catch (error) {
    if (error instanceof PasswordKeyError) throw new WorkerRefused(error.message, { cause: error });
    throw error;
  }
}

interface Starting {
  environment: Environment;
  queues: TaskQueue[];
  jobTypes: JobTypes;
  log: Log;
}

/**
 * Refuses a worker that fetches if no proxy is usable: there is none, or all are cooling down and the worker may not wait. A
 * proxy whose cool-down has ended is usable even before a probe: the probe needs a worker. A worker of jobs, and of nothing else that
 * fetches, starts if the types of JOB_TYPES use no proxies; jobs of built-in types that use one wait.
 * @throws WorkerRefused
 */
export async function refuseWithoutProxies(
  db: Db,
  { environment, queues, jobTypes, log }: Starting,
): Promise<void> {
  const needing = queues.filter((queue) => needsProxies(queue, jobTypes));
  const runsJobs = queues.includes(JOBS_QUEUE);
  if (needing.length === 0 && !runsJobs) return;
  const proxies = await countProxies(db);
  if (proxies.ready > 0) return;
  if (needing.length === 0) {
    log.warn('no proxy is usable; jobs of types that use proxies, such as download_media, wait for one');
    return;
  }
  const refusal = (because: string) =>
    new WorkerRefused(
      nameCommand(`Workers that fetch need a proxy, and ${because}`, environment.CRAWLCHAIN_COMMAND),
    );
  if (proxies.cooling === 0) {
    throw refusal(
      'the table proxies has no active row and none that cools down. Add one with `crawlchain proxies import FILE --direct`, or serve other queues with WORKER_QUEUES.',
    );
  }
  if (!environment.WAIT_FOR_COOLING_PROXIES) {
    throw refusal(
      `${describeCooling(proxies)}. Start the worker then, end a cool-down with \`crawlchain proxies enable ID\`, serve other queues with WORKER_QUEUES, or set WAIT_FOR_COOLING_PROXIES=true: the worker then starts and waits.`,
    );
  }
  log.warn(`${describeCooling(proxies)}; work that needs a proxy waits`);
}

function needsProxies(queue: TaskQueue, jobTypes: JobTypes): boolean {
  if (queue !== JOBS_QUEUE)
    return queue.startsWith('fetch-') || queue === BROWSER_QUEUE || queue === MEDIA_QUEUE;
  const own = [...jobTypes.values()].filter(isIsolated);
  return own.length === 0 || own.some(({ egress }) => egress !== 'direct');
}

/** Says that all enabled proxies are cooling down, and until when. */
export function describeCooling({ cooling, firstReadyAt }: ProxyCounts): string {
  const all =
    cooling === 1
      ? 'the only enabled proxy is cooling down'
      : `all ${cooling} enabled proxies are cooling down`;
  return `${all}, until ${firstReadyAt === null ? 'an unknown time' : formatMoment(firstReadyAt)} at the earliest`;
}
