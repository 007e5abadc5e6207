import { resolve } from 'node:path';
import { envFilePath } from '../config/env-file.ts';
import { hiddenPaths } from '../jobs/read-job-types.ts';

type Places = Parameters<typeof hiddenPaths>[0] & { TEMPORAL_TLS_CLIENT_KEY_PATH?: string | undefined };

/** Returns the data and keys of the worker, which no tool may read: unlike the process of a job, it sees the files of this machine. */
export function hiddenFromTools(environment: Places): string[] {
  const more = [envFilePath(), environment.TEMPORAL_TLS_CLIENT_KEY_PATH ?? null];
  return [...hiddenPaths(environment), ...more.flatMap((path) => (path === null ? [] : [resolve(path)]))];
}
