import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgresData } from '../local/postgres-home.ts';
import { FIRST_CRAWL_DONE } from '../scripts/start/run-pass.ts';
import { round, spreadOf, type Measurement } from './measurement.ts';
import { sampleMemory, type PeakMemory } from './sample-memory.ts';

const WARM_RUNS = 7;
const TARGET_SEC = 25;

/**
 * Measures the seconds from `npm start` to the first completed crawl, with packages and the Temporal binary present: once on a
 * new data folder, and seven times on the same one (a warm start). Memory is the peak of the proportional set size of each
 * process, over all runs.
 */
export async function benchStart(): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-start-'));
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  const peaks: PeakMemory = new Map();
  try {
    const cold = await runOnce(dataDir, peaks);
    const warm: Run[] = [];
    while (warm.length < WARM_RUNS) warm.push(await runOnce(dataDir, peaks));
    const warmSeconds = warm.map(({ firstCrawlSec }) => firstCrawlSec);
    return {
      figures: {
        'new data folder, first crawl, s': round(cold.firstCrawlSec),
        'warm, first crawl, s (median)': spreadOf(warmSeconds),
        'warm, whole pass and stop, s (median)': spreadOf(warm.map(({ wholeSec }) => wholeSec)),
        ...Object.fromEntries(
          [...peaks].map(([name, bytes]) => [`peak memory ${name}, MiB`, round(bytes / 2 ** 20, 0)]),
        ),
      },
      ratios: {
        'warm first crawl / target of 25 s': spreadOf(
          warmSeconds.map((seconds) => seconds / TARGET_SEC),
          2,
        ),
      },
    };
  } finally {
    await removePostgresData(join(dataDir, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}

interface Run {
  firstCrawlSec: number;
  wholeSec: number;
}

async function runOnce(dataDir: string, peaks: PeakMemory): Promise<Run> {
  const startedAtMs = performance.now();
  const elapsedSec = (): number => (performance.now() - startedAtMs) / 1000;
  const child = spawn('npm', ['start', '--silent', '--', '--once', '--data-dir', dataDir], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stopSampling = sampleMemory(child.pid ?? 0, peaks);
  const run: Run = { firstCrawlSec: NaN, wholeSec: NaN };
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (Number.isNaN(run.firstCrawlSec) && said.includes(FIRST_CRAWL_DONE)) run.firstCrawlSec = elapsedSec();
  });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('close', resolve);
  const code = await promise;
  stopSampling();
  if (code !== 0) throw new Error(`npm start ended with ${code}:\n${said}`);
  run.wholeSec = elapsedSec();
  return run;
}
