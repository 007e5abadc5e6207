import { spawn } from 'node:child_process';
import { FIRST_CRAWL_DONE } from '../scripts/start/run-pass.ts';
import { sampleMemory, type PeakMemory } from './sample-memory.ts';

/** The seconds that an `npm start -- --once` took. */
export interface StartTimes {
  /** Until the first crawl was complete. */
  firstCrawlSec: number;
  /** Until it had crawled every store and stopped. */
  wholeSec: number;
}

/**
 * Runs `npm start -- --once` and measures its times.
 * @param peaks gets the peak memory of each of its processes
 * @throws Error with what it printed, unless it ends with 0
 */
export async function timeStart(
  args: readonly string[],
  peaks: PeakMemory,
  { cwd, env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<StartTimes> {
  const startedAtMs = performance.now();
  const elapsedSec = (): number => (performance.now() - startedAtMs) / 1000;
  const child = spawn('npm', ['start', '--silent', '--', '--once', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
  });
  const stopSampling = sampleMemory(child.pid ?? 0, peaks);
  const times: StartTimes = { firstCrawlSec: NaN, wholeSec: NaN };
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (Number.isNaN(times.firstCrawlSec) && said.includes(FIRST_CRAWL_DONE))
      times.firstCrawlSec = elapsedSec();
  });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('close', resolve);
  const code = await promise;
  stopSampling();
  if (code !== 0) throw new Error(`npm start ended with ${code}:\n${said}`);
  times.wholeSec = elapsedSec();
  return times;
}
