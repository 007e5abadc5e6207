import { expect } from 'vitest';
import type { CrawlWorld } from './crawl-world.ts';
import { runProgram } from './run-program.ts';

/** The servers that a command is to use. */
export type Place = Pick<CrawlWorld, 'databaseUrl' | 'temporalAddress' | 'namespace'>;

/** Runs `crawlchain tasks`. */
export const runTasks = (place: Place, ...words: string[]) =>
  runProgram('cli/main.ts', ['tasks', ...words], {
    DATABASE_URL: place.databaseUrl,
    TEMPORAL_ADDRESS: place.temporalAddress,
    TEMPORAL_NAMESPACE: place.namespace,
  });

interface ShownTask {
  id: string;
  dispensary_id: number;
  status: string;
}

/** The tasks that `tasks list` shows. */
export const listTasks = async (place: Place, ...words: string[]) =>
  JSON.parse((await runTasks(place, 'list', '--json', ...words)).stdout) as ShownTask[];

/** Waits for what the list shows: visibility follows by a moment. */
export const expectTasks = (place: Place, ...words: string[]) =>
  expect.poll(() => listTasks(place, ...words), { timeout: 120_000, interval: 100 });
