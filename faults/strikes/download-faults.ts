import { createHash } from 'node:crypto';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { JOB_PREFIX } from '../../temporal-config/workflow-ids.ts';
import { contentOf } from '../../sandbox/storefront/large-files.ts';
import { startJob } from '../../temporal-client/job-control.ts';
import type { AcknowledgedJob } from '../check/checked-world.ts';
import { haveEnded } from '../load/are-closed.ts';
import { until } from '../world/until.ts';
import type { Fault, Figure } from './fault.ts';
import type { Scene } from './scene.ts';

/** The names of the figures. */
export const DOWNLOAD_FIGURES = {
  requestedAgain: 'download killed: bytes requested again',
  wrongFiles: 'downloads whose file is not what the site has',
  notRefused: 'endless downloads that were not refused',
  diskRecovery: 'disk full during a download: going on, seconds',
};

/** The heartbeat timeout of a killed worker's job, twice, and the download itself. */
const ENDED_WITHIN_MS = 240_000;

interface Download {
  bytes: number;
  /** How long the site takes to send it. */
  seconds: number;
  /** The share of it at which the fault strikes. */
  at: number;
  manner: 'honest' | 'changes' | 'lies' | 'endless';
}

/** A file that takes longer than a worker needs to be killed. */
const FILE_BYTES = 40_000_000;
const SECONDS = 5;

/** A file that takes longer than a disk needs to be filled. */
const WHILE_FILLING: Download = { bytes: FILE_BYTES, seconds: 40, at: 0.1, manner: 'honest' };

/** On a disk of usual size, the largest one is as large as a film. */
const LARGE_BYTES = { smallDisk: 100_000_000, usual: 2_000_000_000 };

/** What the worker after a kill may download, of an endless file. */
const LIMIT_BYTES = 50_000_000;

/** By moment. */
const DOWNLOADS = {
  '25 %': { bytes: FILE_BYTES, seconds: SECONDS, at: 0.25, manner: 'honest' },
  '50 %': { bytes: FILE_BYTES, seconds: SECONDS, at: 0.5, manner: 'honest' },
  '90 % of a large file': { bytes: LARGE_BYTES.usual, seconds: SECONDS, at: 0.9, manner: 'honest' },
  'before the file changes': { bytes: FILE_BYTES, seconds: SECONDS, at: 0.5, manner: 'changes' },
  'before a wrong range': { bytes: FILE_BYTES, seconds: SECONDS, at: 0.5, manner: 'lies' },
  'in an endless file': { bytes: FILE_BYTES, seconds: SECONDS, at: 0.5, manner: 'endless' },
} satisfies Record<string, Download>;

type Moment = keyof typeof DOWNLOADS;
const MOMENTS = Object.keys(DOWNLOADS) as Moment[];

/** Kills the worker in the middle of the download of a job; the next one goes on where the bytes end. */
const DOWNLOAD_KILL: Fault<Moment> = {
  name: 'download-kill',
  about:
    'kill -9 of the worker in the middle of a download of a job: of a file that stays, that changes meanwhile, or has no end, and of a site that sends a wrong range.',
  roundSeconds: 480,
  strikes: MOMENTS.length,
  moments: MOMENTS,
  leavesHeld: true,
  momentsOf: () => Promise.resolve(MOMENTS),
  async strike(scene, { store, moment }) {
    await scene.requests.send(store.dispensaryId).acknowledged;
    const download = sized(DOWNLOADS[moment], scene);
    const job = await requestDownload(scene, download);
    await untilReceived(scene, job, download.bytes * download.at);
    await scene.worker.kill();
    await scene.worker.start(
      download.manner === 'endless' ? { JOB_DOWNLOAD_BYTES_MAX: String(LIMIT_BYTES) } : {},
    );
    await untilEnded(scene, job);
    return {
      missed: async () =>
        (await attemptsOf(scene, job)) > 1 ? null : `${job.workflowId} has had one attempt only`,
      figures: () => figuresOf(scene, job, download),
    };
  },
};

/** Fills the storage's disk in the middle of a download. */
const DOWNLOAD_DISK: Fault<'10 %'> = {
  name: 'download-disk-full',
  about:
    'The disk of the storage is full in the middle of a download of a job; it has space again when the attempt has failed.',
  roundSeconds: 90,
  strikes: 1,
  moments: ['10 %'],
  fillsDisk: true,
  momentsOf: () => Promise.resolve(['10 %'] as const),
  async strike(scene, { store }) {
    const { world, requests, storageDisk: disk } = scene;
    if (disk === null) throw new Error('Expected the storage on a small disk');
    await requests.send(store.dispensaryId).acknowledged;
    const download = WHILE_FILLING;
    const job = await requestDownload(scene, download);
    await untilReceived(scene, job, download.bytes * download.at);
    await disk.fill();
    const isWaiting = async (): Promise<boolean> =>
      (await findJob(world, job))?.error_message?.startsWith('StorageFull') ?? false;
    await until(`${job.workflowId} has found the disk full`, isWaiting);
    const received = await receivedOf(scene, job);
    await disk.free();
    const freedAtMs = performance.now();
    await untilReceived(scene, job, received + 1);
    const seconds = (performance.now() - freedAtMs) / 1_000;
    await untilEnded(scene, job);
    return {
      missed: () => Promise.resolve(null),
      figures: async () => [
        { name: DOWNLOAD_FIGURES.diskRecovery, value: seconds },
        await wrongFile(scene, job, download),
      ],
    };
  },
};

export const DOWNLOAD_FAULTS = [DOWNLOAD_KILL, DOWNLOAD_DISK];

function sized(download: Download, { storageDisk }: Scene): Download {
  const isLarge = download.bytes === LARGE_BYTES.usual && storageDisk !== null;
  return isLarge ? { ...download, bytes: LARGE_BYTES.smallDisk } : download;
}

/** Requests a job that downloads one file. An endless one has to fail, so it is not among the requests that have to complete. */
async function requestDownload(
  { world, requests }: Scene,
  { bytes, seconds, manner }: Download,
): Promise<AcknowledgedJob> {
  const rate = bytes / seconds;
  const url = `https://posts.sandbox.test/files/${bytes}.bin?rate=${rate}&manner=${manner}`;
  const payload = { urls: [url] };
  if (manner !== 'endless') return requests.sendJob({ job_type: 'download_media', payload });
  const id = 'endless';
  const { runId } = await startJob(world.client, { jobType: 'download_media', payload }, { id });
  return { workflowId: `${JOB_PREFIX}${id}`, runId };
}

function folderOf({ world }: Scene, job: AcknowledgedJob): string {
  return join(world.storageRoot, 'jobs', idOf(job));
}

function idOf({ workflowId }: AcknowledgedJob): string {
  return workflowId.slice(JOB_PREFIX.length);
}

function untilReceived(scene: Scene, job: AcknowledgedJob, bytes: number): Promise<void> {
  return until(
    `${job.workflowId} has received ${bytes} bytes`,
    async () => (await receivedOf(scene, job)) >= bytes,
  );
}

/** Returns how many bytes of a download are on the disk. */
async function receivedOf(scene: Scene, job: AcknowledgedJob): Promise<number> {
  const folder = folderOf(scene, job);
  const parts = (await readdir(folder)).filter((name) => name.endsWith('.part'));
  const sizes = await Promise.all(parts.map(async (name) => (await stat(join(folder, name))).size));
  return Math.max(0, ...sizes);
}

function untilEnded({ world }: Scene, job: AcknowledgedJob): Promise<void> {
  const hasEnded = (): Promise<boolean> => haveEnded(world, [job]);
  return until(`${job.workflowId} has ended`, hasEnded, { timeoutMs: ENDED_WITHIN_MS });
}

function findJob({ db }: Scene['world'], job: AcknowledgedJob) {
  return db
    .selectFrom('runs')
    .where('run_id', '=', job.runId)
    .select(['ended_as', 'error_message'])
    .executeTakeFirst();
}

async function attemptsOf({ world }: Scene, { workflowId, runId }: AcknowledgedJob): Promise<number> {
  const history = await world.client.workflow.getHandle(workflowId, runId).fetchHistory();
  const started = (history.events ?? []).map(
    (event) => event.activityTaskStartedEventAttributes?.attempt ?? 0,
  );
  return Math.max(0, ...started);
}

async function figuresOf(scene: Scene, job: AcknowledgedJob, download: Download): Promise<Figure[]> {
  const { bytes, manner } = download;
  if (manner === 'endless') {
    const isRefused = (await findJob(scene.world, job))?.ended_as === 'failed';
    return [{ name: DOWNLOAD_FIGURES.notRefused, value: isRefused ? 0 : 1 }];
  }
  const wrong = await wrongFile(scene, job, download);
  if (manner !== 'honest') return [wrong];
  const { downloaded } = await scene.world.db
    .selectFrom('jobs')
    .where('id', '=', idOf(job))
    .select('downloaded_bytes as downloaded')
    .executeTakeFirstOrThrow();
  return [wrong, { name: DOWNLOAD_FIGURES.requestedAgain, value: downloaded - bytes }];
}

/** Compares the file of a download with the one that the site had when its first bytes were sent. */
async function wrongFile(scene: Scene, job: AcknowledgedJob, { bytes }: Download): Promise<Figure> {
  const file = await open(join(folderOf(scene, job), '0001.bin'));
  const [seen, expected] = [createHash('sha256'), createHash('sha256')];
  try {
    let at = 0;
    let first: number | undefined;
    for await (const chunk of file.createReadStream({
      highWaterMark: 1_048_576,
      autoClose: false,
    }) as AsyncIterable<Buffer>) {
      first ??= Number(chunk.readBigUInt64BE());
      seen.update(chunk);
      expected.update(contentOf(first + at, chunk.length));
      at += chunk.length;
    }
    const isRight = at === bytes && seen.digest('hex') === expected.digest('hex');
    return { name: DOWNLOAD_FIGURES.wrongFiles, value: isRight ? 0 : 1 };
  } finally {
    await file.close();
  }
}
