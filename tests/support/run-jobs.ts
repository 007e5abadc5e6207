import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { CrawlWorld } from './crawl-world.ts';
import { runProgram, startProgram } from './run-program.ts';

/** Registers the types of jobs that tests use. */
export const JOB_TYPES = fileURLToPath(new URL('job-types.ts', import.meta.url));

type Place = Pick<CrawlWorld, 'databaseUrl' | 'temporalAddress' | 'namespace'>;

const environmentOf = ({ databaseUrl, temporalAddress, namespace }: Place) => ({
  DATABASE_URL: databaseUrl,
  TEMPORAL_ADDRESS: temporalAddress,
  TEMPORAL_NAMESPACE: namespace,
  JOB_TYPES,
});

/** Runs `crawlchain jobs`. */
export const runJobs = (place: Place, ...words: string[]) =>
  runProgram('cli/main.ts', ['jobs', ...words], environmentOf(place));

/** Starts `crawlchain jobs`, for what waits. */
export const beginJobs = (place: Place, ...words: string[]) =>
  startProgram('cli/main.ts', ['jobs', ...words], environmentOf(place));

interface ShownJob {
  id: string;
  status: string;
  [field: string]: unknown;
}

/** One job as `jobs show` has it. */
export const readJob = async (place: Place, id: string) =>
  JSON.parse((await runJobs(place, 'show', id, '--json')).stdout) as ShownJob;

/** Waits for the ids that the list shows: visibility follows by a moment. */
export const expectJobIds = (place: Place, ...words: string[]) =>
  expect.poll(
    async () => {
      const { stdout } = await runJobs(place, 'list', '--json', ...words);
      return (JSON.parse(stdout) as ShownJob[]).map(({ id }) => id);
    },
    { timeout: 120_000, interval: 100 },
  );
