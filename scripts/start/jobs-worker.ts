import { join } from 'node:path';
import { isGiven } from '../../config/environment.ts';
import { JOBS_QUEUE } from '../../temporal-config/task-queues.ts';
import { startWorkerProcess, type WorkerStart } from './worker-process.ts';

/** The variables of the two workers of `npm start`. */
interface WorkerVariables {
  first: Record<string, string>;
  /** Null: the first worker also serves the jobs. */
  jobs: Record<string, string> | null;
}

/**
 * Returns the variables of the workers of `npm start`: jobs have a worker of their own, so that no crawl shares a process with them. Where
 * the user chooses queues, one worker serves these; and with --once nobody starts jobs.
 */
export function workerVariables(
  worker: string,
  { isOnce, source }: { isOnce: boolean; source?: Record<string, string | undefined> },
): WorkerVariables {
  const first = { WORKER_ID: worker };
  const isChosen = (['WORKER_QUEUES', 'WORKER_ROLE'] as const).some((name) => isGiven(name, source));
  if (isOnce || isChosen) return { first, jobs: null };
  return {
    first: { ...first, WORKER_QUEUES: `-${JOBS_QUEUE}` },
    jobs: { WORKER_ID: `${worker}-jobs`, WORKER_QUEUES: JOBS_QUEUE },
  };
}

/**
 * Starts the first worker; resolves when it serves.
 * @returns starts the worker for jobs, if it is another one, and resolves when it serves. Called after the first pass, which it would slow
 * down. An error of it also fails the start, as one of the first worker does.
 */
export async function startWorkers(
  start: Omit<WorkerStart, 'name'>,
  { worker = 'worker-1', isOnce }: { worker: string | undefined; isOnce: boolean },
): Promise<() => Promise<void>> {
  const { env, logFile, progress } = start;
  const { first, jobs } = workerVariables(worker, { isOnce });
  await startWorkerProcess({ ...start, name: 'the worker', env: { ...env, ...first } });
  return async () => {
    if (jobs === null) return;
    await startWorkerProcess({
      ...start,
      name: 'the worker for jobs',
      title: 'crawlchain-jobs',
      env: { ...env, ...jobs },
      logFile: join(logFile, '../jobs-worker.log'),
      // Its start would interrupt the lines about crawls.
      progress: (line, isTick) => isTick === true || line.startsWith('Starting') || progress(line),
    });
  };
}
