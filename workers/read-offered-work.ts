import type { Environment } from '../config/environment.ts';
import { loadJobTypes, type JobTypes } from '../jobs/load-job-types.ts';
import type { TaskQueue } from '../temporal-config/task-queues.ts';
import { chooseQueues } from './choose-queues.ts';

/** What the settings of a worker let it do. */
interface OfferedWork {
  queues: TaskQueue[];
  jobTypes: JobTypes;
}

/**
 * Reads the queues and the job types of a worker; needs no server.
 * @throws WorkerRefused, JobTypesRefused
 */
export async function readOfferedWork(environment: Environment): Promise<OfferedWork> {
  return { queues: chooseQueues(environment), jobTypes: await loadJobTypes(environment.JOB_TYPES) };
}
