import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { runProgram, startProgram } from './run-program.ts';
import type { Place } from './run-tasks.ts';

/** The module of the job types that tests use. */
export const JOB_TYPES = fileURLToPath(new URL('job-types.ts', import.meta.url));

const environmentOf = ({ apiUrl }: Place) => ({
  CRAWLCHAIN_URL: apiUrl,
  DATABASE_URL: '',
  TEMPORAL_ADDRESS: '',
});

/** Runs `crawlchain jobs`, which only knows the API. */
export const runJobs = (place: Place, ...text: string[]) =>
  runProgram('cli/main.ts', ['jobs', ...text], environmentOf(place));

/** Starts `crawlchain jobs`, for commands that wait. */
export const beginJobs = (place: Place, ...text: string[]) =>
  startProgram('cli/main.ts', ['jobs', ...text], environmentOf(place));

interface ShownJob {
  id: string;
  status: string;
  [field: string]: unknown;
}

/** One job as `jobs show` prints it. */
export const readJob = async (place: Place, id: string) =>
  JSON.parse((await runJobs(place, 'show', id, '--json')).stdout) as ShownJob;

/** Polls the ids in the list: visibility lags slightly. */
export const expectJobIds = (place: Place, ...text: string[]) =>
  expect.poll(
    async () => {
      const { stdout } = await runJobs(place, 'list', '--json', ...text);
      return (JSON.parse(stdout) as ShownJob[]).map(({ id }) => id);
    },
    { timeout: 120_000, interval: 100 },
  );
