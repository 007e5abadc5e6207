import { fileURLToPath } from 'node:url';
import { readIsolatedModule } from '../../jobs/isolation/read-isolated-module.ts';
import type { IsolationSettings } from '../../jobs/isolation/start-process.ts';
import { findJob } from './find-job.ts';
import { openAttempts } from './job-attempts.ts';
import { createTestDatabase } from './test-database.ts';

export const MISBEHAVING_MODULE = fileURLToPath(new URL('misbehaving-job-types.ts', import.meta.url));

/** The setup of the tests chooses the weaker one where this machine gives processes no namespaces. */
export const ISOLATION: IsolationSettings = {
  isolation: process.env['JOB_ISOLATION'] === 'process' ? 'process' : 'full',
  memoryMb: 160,
  hidden: [],
};

/** Reads the type of misbehaving jobs. */
const reading = readIsolatedModule(MISBEHAVING_MODULE, ISOLATION);
reading.catch(() => undefined);

/** Prepares attempts of a job that misbehaves. @param how one of the misdeeds of its module */
export async function misbehaving(how: string, { maxRetries = 0 } = {}) {
  const { db } = await createTestDatabase();
  const type = (await reading).find(({ name }) => name === 'misbehave')!;
  const job = await openAttempts({ db, type, task: { payload: { how }, maxRetries } });
  return { ...job, row: () => findJob(db, 'one') };
}
