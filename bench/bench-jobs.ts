import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import { removePostgresData } from '../local/postgres-home.ts';
import { createProcessGroup } from '../local/process-group.ts';
import { startJob } from '../temporal-client/job-control.ts';
import { echoPayload, type JobPeerName } from './job-peer/peer.ts';
import {
  downloadWithCurl,
  openJobWorld,
  peakMebibytes,
  readCpuMs,
  type JobWay,
  type JobWorld,
} from './job-world.ts';
import { joinMeasurements, quantile, round, spreadOf, type Measurement } from './measurement.ts';
import type { BenchOptions } from './options.ts';
import { print } from './start-servers.ts';
import { takeTurns, timed, type Rounds } from './take-turns.ts';

const ROUNDS = 6;
const DOWNLOAD_ROUNDS = 4;
const PLACES = 8;
/** Ours are fewer, so that all turns take some seconds. */
const JOBS = { ours: 400, peers: 20_000 };
/** Concurrent requests that start jobs. */
const STARTS_AT_ONCE = 32;
const IDLE_STARTS = 100;
/** The pause after a job, because the server still records its end. */
const IDLE_PAUSE_MS = 300;
const MEGABYTES = 500;
const RATE = 50_000_000;

/**
 * Measures echo jobs a second beside pg-boss and graphile-worker on the same PostgreSQL, the time from a request to the start of its
 * job on an idle worker, and one download beside curl, at 50 MB/s and without a limit.
 */
export async function benchJobs({
  rounds = ROUNDS,
  megabytes = MEGABYTES,
}: BenchOptions): Promise<Measurement> {
  const load = loadavg()[0] ?? 0;
  const folder = await mkdtemp(join(tmpdir(), 'bench-jobs-'));
  await chmod(folder, 0o711);
  const home = { folder, group: createProcessGroup() };
  let world: JobWorld | null = null;
  try {
    world = await openJobWorld(home, { concurrency: PLACES, downloadBytesMax: megabytes * 2_000_000 });
    const atStart = peakMebibytes(world, 'ours');
    print('Idle starts');
    const latencies = await measureIdleStarts(world);
    print('Echo jobs');
    const turns = await measureEchoes(world, rounds);
    const memory = memoryAfterEchoes(world, atStart);
    print('Downloads');
    const downloads = await measureDownloads(world, megabytes);
    return joinMeasurements([
      { figures: { 'load average of a minute before': round(load, 2) }, ratios: {} },
      reportEchoes(turns),
      { figures: { ...reportLatency(latencies), ...memory }, ratios: {} },
      ...downloads,
      {
        figures: { 'worker after the downloads, peak RSS, MiB': peakMebibytes(world, 'ours') },
        ratios: {},
      },
    ]);
  } finally {
    await world?.close();
    await home.group.stopAll();
    await removePostgresData(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}

interface Turn {
  jobsPerSec: number;
  /** CPU a job of the process that runs it, and of the servers that it uses. */
  cpuMs: number;
}

/** Measures jobs a second, and their CPU. */
function measureEchoes(world: JobWorld, rounds: number): Promise<Rounds<JobWay, Turn>> {
  const turnOf = async (way: JobWay, jobs: number, run: () => Promise<number>): Promise<Turn> => {
    const before = readCpuMs(world, way);
    const ms = await run();
    return { jobsPerSec: (jobs / ms) * 1_000, cpuMs: (readCpuMs(world, way) - before) / jobs };
  };
  const onPeer = (name: JobPeerName) => () => turnOf(name, JOBS.peers, () => world.runOn(name, JOBS.peers));
  return takeTurns<JobWay, Turn>(
    {
      ours: async (turn) => {
        await sql`vacuum (analyze)`.execute(world.db);
        return turnOf('ours', JOBS.ours, () => runEchoes(world, `echo-${turn}-`));
      },
      'pg-boss': onPeer('pg-boss'),
      'graphile-worker': onPeer('graphile-worker'),
    },
    { rounds },
  );
}

/** Runs echo jobs from the first request to the last end in the ledger. @returns the milliseconds */
async function runEchoes({ db, client }: JobWorld, prefix: string): Promise<number> {
  const startedAtMs = performance.now();
  const numbers = Array.from({ length: JOBS.ours }, (_, at) => at);
  await pLimit(STARTS_AT_ONCE).map(numbers, (at) =>
    startJob(client, { jobType: 'echo', payload: echoPayload(at) }, { id: `${prefix}${at}` }),
  );
  const completed = sql<{ count: number }>`
    select count(*)::int as count from jobs where status = 'completed' and starts_with(id, ${prefix})
  `;
  while ((await completed.execute(db)).rows[0]?.count !== JOBS.ours) await wait(20);
  const elapsedMs = performance.now() - startedAtMs;
  // The ends of the workflows belong to no other turn.
  await Promise.all(numbers.map((at) => client.workflow.getHandle(`job/${prefix}${at}`).result()));
  return elapsedMs;
}

/** Measures from the call that starts a job to the start of its run, one job at a time. */
async function measureIdleStarts({ db, client }: JobWorld): Promise<number[]> {
  const latencies: number[] = [];
  for (let at = 0; at < IDLE_STARTS; at += 1) {
    const calledMs = Date.now();
    const id = `idle-${at}`;
    await startJob(client, { jobType: 'echo' }, { id });
    await client.workflow.getHandle(`job/${id}`).result();
    const { started_at: startedAt } = await db
      .selectFrom('jobs')
      .select('started_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    latencies.push(startedAt!.getTime() - calledMs);
    await wait(IDLE_PAUSE_MS);
  }
  // The first ones load code.
  return latencies.slice(IDLE_STARTS / 10);
}

async function measureDownloads(world: JobWorld, megabytes: number): Promise<Measurement[]> {
  const origin = `https://localhost:${world.files.sitePort}`;
  const measured: Measurement[] = [];
  for (const [label, ratio, rate] of [
    ['at 50 MB/s', 'vsCurl', `?rate=${RATE}`],
    ['without limit', 'vsCurlWithoutLimit', ''],
  ] as const) {
    const url = `${origin}/files/${megabytes * 1_000_000}.bin${rate}`;
    const path = join(world.storageRoot, 'curl.bin');
    const turns = await takeTurns(
      {
        ours: (turn) => downloadAsJob(world, url, `${ratio}-${turn}`),
        curl: async (turn) => {
          const ms = await timed(() => downloadWithCurl(world, url, path))(turn);
          await rm(path);
          return ms;
        },
      },
      { rounds: DOWNLOAD_ROUNDS },
    );
    const speeds = (way: 'ours' | 'curl') => spreadOf(turns.map((ms) => megabytes / (ms[way] / 1_000)));
    measured.push({
      figures: {
        [`download ${label}, ours, MB/s`]: speeds('ours'),
        [`download ${label}, curl, MB/s`]: speeds('curl'),
      },
      ratios: {
        [ratio]: spreadOf(
          turns.map(({ ours, curl }) => curl / ours),
          2,
        ),
      },
      notes: { [ratio]: CURL_NOTE },
    });
  }
  return measured;
}

/** Downloads one file as a job. @returns the milliseconds of its attempt */
async function downloadAsJob(
  { db, client, storageRoot }: JobWorld,
  url: string,
  id: string,
): Promise<number> {
  await startJob(client, { jobType: 'download_media', payload: { urls: [url] } }, { id });
  await client.workflow.getHandle(`job/${id}`).result();
  const { started_at: startedAt, completed_at: completedAt } = await db
    .selectFrom('jobs')
    .select(['started_at', 'completed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await rm(join(storageRoot, 'jobs', id), { recursive: true });
  return completedAt!.getTime() - startedAt!.getTime();
}

const CURL_NOTE =
  'curl alone writes the file; ours leases a proxy, checks its exit address and robots.txt, keeps what a kill leaves, hashes, flushes to disk, reports progress';

const PEER_NOTE =
  'ours keeps a history, retries, a row of the ledger and live progress of each job, and starts them one by one; theirs is a row, added, fetched and completed in batches';

function reportEchoes(turns: Rounds<JobWay, Turn>): Measurement {
  const versus = (way: JobWay) =>
    spreadOf(
      turns.map((turn) => turn.ours.jobsPerSec / turn[way].jobsPerSec),
      4,
    );
  const figures = (['ours', 'pg-boss', 'graphile-worker'] as const).flatMap((way) => [
    [`echo jobs a second, ${way}`, spreadOf(turns.map((turn) => turn[way].jobsPerSec))] as const,
    [
      `CPU a job, ${way}, ms`,
      spreadOf(
        turns.map((turn) => turn[way].cpuMs),
        2,
      ),
    ] as const,
  ]);
  return {
    figures: Object.fromEntries(figures),
    ratios: { vsPgBoss: versus('pg-boss'), vsGraphileWorker: versus('graphile-worker') },
    notes: {
      vsPgBoss: `${PEER_NOTE}; it keeps a completed row`,
      vsGraphileWorker: `${PEER_NOTE}; it deletes completed rows`,
    },
  };
}

function reportLatency(latencies: number[]): Measurement['figures'] {
  return {
    'request to start when idle, p50, ms': round(quantile(latencies, 0.5), 0),
    'request to start when idle, p99, ms': round(quantile(latencies, 0.99), 0),
  };
}

function memoryAfterEchoes(world: JobWorld, atStart: number): Measurement['figures'] {
  return {
    'worker before, peak RSS, MiB': atStart,
    'worker after the echo jobs, peak RSS, MiB': peakMebibytes(world, 'ours'),
    'pg-boss, peak RSS, MiB': peakMebibytes(world, 'pg-boss'),
    'graphile-worker, peak RSS, MiB': peakMebibytes(world, 'graphile-worker'),
  };
}
