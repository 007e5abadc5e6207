import { resolve } from 'node:path';
import { envFilePath } from '../config/env-file.ts';
import type { Environment } from '../config/environment.ts';
import { hiddenPaths } from '../jobs/read-job-types.ts';

type Places = Parameters<typeof hiddenPaths>[0] &
  Partial<Pick<Environment, 'TEMPORAL_TLS_CLIENT_KEY_PATH' | 'TOOL_HIDDEN_PATHS'>>;

/** Returns the data and keys of the worker, which no tool may read: unlike the process of a job, it sees the files of this machine. */
export function hiddenFromTools(environment: Places): string[] {
  const { TEMPORAL_TLS_CLIENT_KEY_PATH: key = null, TOOL_HIDDEN_PATHS: named = [] } = environment;
  const more = [envFilePath(), key, ...named];
  return [...hiddenPaths(environment), ...more.flatMap((path) => (path === null ? [] : [resolve(path)]))];
}
