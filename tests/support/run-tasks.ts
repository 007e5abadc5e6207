import { expect } from 'vitest';
import { runProgram } from './run-program.ts';

/** The API that a command of the command line calls. */
export interface Place {
  apiUrl: string;
}

/** Runs `crawlchain tasks` with access to the API only. */
export const runTasks = (place: Place, ...text: string[]) =>
  runProgram('cli/main.ts', ['tasks', ...text], {
    CRAWLCHAIN_URL: place.apiUrl,
    DATABASE_URL: '',
    TEMPORAL_ADDRESS: '',
  });

interface ShownTask {
  id: string;
  dispensary_id: number;
  status: string;
}

/** Returns the tasks that `tasks list` shows. */
export const listTasks = async (place: Place, ...text: string[]) =>
  JSON.parse((await runTasks(place, 'list', '--json', ...text)).stdout) as ShownTask[];

/** Polls the tasks that `tasks list` shows until an expectation holds, because visibility lags slightly. */
export const expectTasks = (place: Place, ...text: string[]) =>
  expect.poll(() => listTasks(place, ...text), { timeout: 120_000, interval: 100 });
