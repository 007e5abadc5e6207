import { expect } from 'vitest';
import { runProgram } from './run-program.ts';

/** The API that a command calls. */
export interface Place {
  apiUrl: string;
}

/** Runs `crawlchain tasks`, which only knows the API. */
export const runTasks = (place: Place, ...words: string[]) =>
  runProgram('cli/main.ts', ['tasks', ...words], {
    CRAWLCHAIN_URL: place.apiUrl,
    DATABASE_URL: '',
    TEMPORAL_ADDRESS: '',
  });

interface ShownTask {
  id: string;
  dispensary_id: number;
  status: string;
}

/** The tasks that `tasks list` shows. */
export const listTasks = async (place: Place, ...words: string[]) =>
  JSON.parse((await runTasks(place, 'list', '--json', ...words)).stdout) as ShownTask[];

/** Polls the list until an expectation holds: visibility lags slightly. */
export const expectTasks = (place: Place, ...words: string[]) =>
  expect.poll(() => listTasks(place, ...words), { timeout: 120_000, interval: 100 });
