import { resolve } from 'node:path';
import type { Environment } from '../config/environment.ts';
import { readIsolatedModule } from '../jobs/isolation/read-isolated-module.ts';
import { loadJobTypes, type JobTypes } from '../jobs/load-job-types.ts';
import { JOBS_QUEUE, type TaskQueue } from '../temporal-config/task-queues.ts';

/**
 * Reads the job types of a worker. Only one that serves jobs needs those of modules, and it runs no module itself.
 * @throws JobTypesRefused
 */
export async function readJobTypes(environment: Environment, queues: TaskQueue[]): Promise<JobTypes> {
  const { JOB_TYPES: paths, JOB_MEMORY_MB: memoryMb, JOB_ISOLATION: isolation } = environment;
  const hidden = [environment.STORAGE_ROOT, environment.PROXY_PASSWORD_KEY_FILE].map((path) => resolve(path));
  return loadJobTypes(queues.includes(JOBS_QUEUE) ? paths : [], (path) =>
    readIsolatedModule(path, { isolation, memoryMb, hidden }),
  );
}
