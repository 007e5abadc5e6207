import { resolve } from 'node:path';
import { readIsolatedModule } from './isolation/read-isolated-module.ts';
import type { Isolation } from './isolation/sandbox.ts';
import { loadJobTypes, type JobTypes } from './load-job-types.ts';

/** The variables that say which modules have types of jobs, and how their processes run. */
interface JobVariables {
  JOB_TYPES?: readonly string[] | undefined;
  JOB_MEMORY_MB: number;
  JOB_ISOLATION: Isolation;
  STORAGE_ROOT: string;
  PROXY_PASSWORD_KEY_FILE: string;
}

/** Reads the job types. Processes of their own run the operator's modules, and this one runs none. @throws JobTypesRefused */
export async function readJobTypes(variables: JobVariables): Promise<JobTypes> {
  const { JOB_TYPES: paths = [], JOB_MEMORY_MB: memoryMb, JOB_ISOLATION: isolation } = variables;
  const hidden = hiddenPaths(variables);
  return loadJobTypes({ paths, read: (path) => readIsolatedModule(path, { isolation, memoryMb, hidden }) });
}

/** Returns the data and keys that no process of a job may read. */
export function hiddenPaths(
  variables: Pick<JobVariables, 'STORAGE_ROOT' | 'PROXY_PASSWORD_KEY_FILE'>,
): string[] {
  return [variables.STORAGE_ROOT, variables.PROXY_PASSWORD_KEY_FILE].map((path) => resolve(path));
}
