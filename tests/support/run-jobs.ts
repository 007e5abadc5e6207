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

/** Runs `crawlchain jobs` with access to the API only. */
export const runJobs = (place: Place, ...text: string[]) =>
  runProgram('cli/main.ts', ['jobs', ...text], environmentOf(place));

/** Starts `crawlchain jobs` without waiting for its end, for commands that wait. */
export const beginJobs = (place: Place, ...text: string[]) =>
  startProgram('cli/main.ts', ['jobs', ...text], environmentOf(place));

interface ShownJob {
  id: string;
  status: string;
  [field: string]: unknown;
}

/** Reads a job from the output of `jobs show`. */
export const readJob = async (place: Place, id: string) =>
  JSON.parse((await runJobs(place, 'show', id, '--json')).stdout) as ShownJob;

/** Polls the ids that `jobs list` shows until an expectation holds, because visibility lags slightly. */
export const expectJobIds = (place: Place, ...text: string[]) =>
  expect.poll(
    async () => {
      const { stdout } = await runJobs(place, 'list', '--json', ...text);
      return (JSON.parse(stdout) as ShownJob[]).map(({ id }) => id);
    },
    { timeout: 120_000, interval: 100 },
  );
