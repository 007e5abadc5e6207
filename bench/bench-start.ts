import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgresData } from '../local/postgres-home.ts';
import { measureFirstStart } from './first-start.ts';
import { round, spreadOf, type Measurement } from './measurement.ts';
import type { PeakMemory } from './sample-memory.ts';
import { timeStart, type StartTimes } from './time-start.ts';

const WARM_RUNS = 7;
const WARM_TARGET_SEC = 8;
/** Beyond the time of the Go build alone. */
const FIRST_TARGET_SEC = 30;

/**
 * Measures the seconds from `npm start` to the first completed crawl: once in a fresh clone with empty caches, beside the Go build
 * that it waits for; with packages and the Temporal binary present, once on a new data folder, and seven times on the same one (a
 * warm start). Memory is the peak of the proportional set size of each process, over all but the first run.
 */
export async function benchStart(): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-start-'));
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  const peaks: PeakMemory = new Map();
  try {
    const first = await measureFirstStart(join(folder, 'first'), new Map());
    const cold = await timeStart(['--data-dir', dataDir], peaks);
    const warm: StartTimes[] = [];
    while (warm.length < WARM_RUNS) warm.push(await timeStart(['--data-dir', dataDir], peaks));
    const warmSeconds = warm.map(({ firstCrawlSec }) => firstCrawlSec);
    return {
      figures: {
        'fresh clone and empty caches, first crawl, s': round(first.firstCrawlSec, 0),
        'the Go build alone, s': round(first.goBuildSec, 0),
        'new data folder, first crawl, s': round(cold.firstCrawlSec),
        'warm, first crawl, s (median)': spreadOf(warmSeconds),
        'warm, whole pass and stop, s (median)': spreadOf(warm.map(({ wholeSec }) => wholeSec)),
        ...Object.fromEntries(
          [...peaks].map(([name, bytes]) => [`peak memory ${name}, MiB`, round(bytes / 2 ** 20, 0)]),
        ),
      },
      ratios: {
        'fresh clone beyond the Go build / target of 30 s': round(
          (first.firstCrawlSec - first.goBuildSec) / FIRST_TARGET_SEC,
          2,
        ),
        'warm first crawl / target of 8 s': spreadOf(
          warmSeconds.map((seconds) => seconds / WARM_TARGET_SEC),
          2,
        ),
      },
    };
  } finally {
    for (const data of [dataDir, join(folder, 'first', 'data')])
      await removePostgresData(join(data, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}
