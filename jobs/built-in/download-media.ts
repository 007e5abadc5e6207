import { z } from 'zod';
import { findPictureUrls } from '../../db/queries/picture-urls.ts';
import { scrubCredentials } from '../../domain/credentials.ts';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import { CrawlError, type FailureKind } from '../../domain/errors.ts';
import type { JobPayload } from '../../domain/job.ts';
import type { DownloadProgress } from '../../egress/download-file.ts';
import type { WantedFile } from '../../egress/file-kind.ts';
import { extensionOf, wantedAt } from '../file-endings.ts';
import { packIndexes, unpackIndexes } from '../index-set.ts';
import { defineOwnJobType, type JobRun, type JobSession, type OwnJobRun } from '../job-type.ts';

const FILES_MAX = 10_000;

/** How many files are downloaded at once. */
const AT_ONCE = 2;

const FAILURES_SHOWN = 10;

const REPORT_EVERY_MS = 1_000;

const payloadSchema = z.union([
  z.strictObject({
    urls: z
      .array(z.url({ protocol: /^https$/, error: 'it takes an https address' }).max(2_000))
      .min(1)
      .max(FILES_MAX),
  }),
  z.strictObject({
    media_ids: z.array(z.int().positive()).min(1).max(FILES_MAX),
    source: z.enum(PLATFORM_NAMES),
  }),
]);

type Payload = z.output<typeof payloadSchema>;

/** Failure kinds that may not recur on a retry. A job that downloaded nothing fails with the first of these that occurred. */
const RETRYABLE = ['UpstreamError', 'Blocked'] as const satisfies FailureKind[];

/** The results so far; a retry continues from here. */
const tallySchema = z.object({
  /** How many downloads were tried: each file once, in the order of the list, and then each entry of `again` once. */
  tried: z.int(),
  /** Indexes of files that the site failed to send, but may send later, ascending; in cursors, packed. */
  again: z.union([z.array(z.int()), z.base64().transform(unpackIndexes)]),
  downloaded: z.int(),
  bytes: z.int(),
  failed: z.int(),
  /** The first few failures. */
  failures: z.array(z.object({ file: z.string(), reason: z.string() })),
  /** Retryable failure kinds that occurred so far. Absent in older cursors. */
  retryableKinds: z.array(z.enum(RETRYABLE)).default([]),
});

type Tally = z.output<typeof tallySchema>;

const NOTHING: Tally = {
  tried: 0,
  again: [],
  downloaded: 0,
  bytes: 0,
  failed: 0,
  failures: [],
  retryableKinds: [],
};

/** Downloads files unchanged, two at a time, and resumes after a restart. */
export const downloadMedia = defineOwnJobType({
  name: 'download_media',
  title: 'Download media',
  about:
    'Downloads files from https addresses, or the pictures of products by their ids, through the proxies into the storage.',
  payload: payloadSchema,
  async run(job) {
    const files = await filesOf(job);
    const tally = tallySchema.safeParse(job.cursor).data ?? structuredClone(NOTHING);
    const underWay = new Map<number, DownloadProgress>();
    const report = (): void => reportProgress(job, files, { tally, underWay });
    let reportedAt = 0;
    const reportSometimes = (): void => {
      if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = performance.now();
      report();
    };
    const isOver = (): boolean => tally.tried >= files.length + tally.again.length;
    report();
    const refusals = new Map<number, number>();
    if (!isOver())
      await job.withSession(async (session) => {
        const through: Through = {
          job,
          session,
          refusals,
          hasSaved: false,
          underWay,
          report,
          reportSometimes,
        };
        while (!isOver()) await downloadNext(through, files, tally);
      });
    return ended(job, tally);
  },
});

/** One of the requested files. */
interface RequestedFile {
  /** The address of the file, or `product` and the product's id. */
  name: string;
  wanted: WantedFile;
  /** Null when the product has no image, or is unknown. */
  url: string | null;
}

async function filesOf({ payload, db }: OwnJobRun<Payload>): Promise<RequestedFile[]> {
  if ('urls' in payload) return payload.urls.map((url) => ({ name: url, url, wanted: wantedAt(url) }));
  const { media_ids: ids, source } = payload;
  const urls = await findPictureUrls(db, ids, source);
  return ids.map((id) => ({ name: `product ${id}`, url: urls.get(id) ?? null, wanted: 'picture' }));
}

function reportProgress(
  job: JobRun<Payload>,
  files: RequestedFile[],
  { tally, underWay }: { tally: Tally; underWay: Map<number, DownloadProgress> },
): void {
  const { tried, again, downloaded, failed } = tally;
  let done = tried;
  for (const { bytes, totalBytes } of underWay.values()) done += totalBytes ? bytes / totalBytes : 0;
  const counted = `${downloaded + failed} of ${files.length} files, ${failed} failed`;
  job.report({
    percent: Math.min(Math.floor((done / (files.length + again.length)) * 100), 100),
    message: [counted, ...[...underWay.values()].map(describe)].join('; '),
    cursor: cursorOf(tally),
  });
}

function cursorOf(tally: Tally): z.input<typeof tallySchema> {
  return { ...tally, again: packIndexes(tally.again) };
}

function describe({ bytes, totalBytes, bytesPerSecond }: DownloadProgress): string {
  const megabytes = (size: number): string => (size / 1_000_000).toFixed(1);
  const of = totalBytes === null ? '' : ` of ${megabytes(totalBytes)}`;
  return `${megabytes(bytes)}${of} MB, ${megabytes(bytesPerSecond)} MB/s`;
}

function ended(
  job: JobRun<Payload>,
  { downloaded, failed, bytes, failures, retryableKinds }: Tally,
): JobPayload {
  if (downloaded > 0) return { downloaded, failed, bytes, failures };
  // No file was saved, so a retry has nothing to resume from and starts over.
  job.report({ percent: 0, message: `none of ${failed} files could be downloaded`, cursor: null });
  const kind = RETRYABLE.find((name) => retryableKinds.includes(name));
  throw new CrawlError(
    kind ?? 'NotFound',
    `None of ${failed} files could be downloaded: ${failures[0]?.reason}`,
  );
}

/** The state that the downloads of one session share. */
interface Through {
  job: JobRun<Payload>;
  session: JobSession;
  /** By the index of a file: how often the site has refused it to this attempt's sessions. */
  refusals: Map<number, number>;
  /** Whether this session has downloaded any file. */
  hasSaved: boolean;
  /** By the index of a file: how far its download is. */
  underWay: Map<number, DownloadProgress>;
  report(): void;
  /** Reports the progress of the downloads, once a second. */
  reportSometimes(): void;
}

async function downloadNext(through: Through, files: RequestedFile[], tally: Tally): Promise<void> {
  const { tried, again } = tally;
  const isFirstTry = tried < files.length;
  const places = isFirstTry ? files.map((_, place) => place) : again;
  const from = isFirstTry ? tried : tried - files.length;
  const batch = places.slice(from, from + AT_ONCE);
  const outcomes = await Promise.allSettled(batch.map((place) => downloadOne(through, files, place)));
  through.underWay.clear();
  reportLast(through, { files, tally, outcomes });
  // If a failure affects all files, none of the batch counts, and the batch is retried as a whole.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  outcomes.forEach((outcome, at) => {
    if (outcome.status === 'rejected') return;
    const { value } = outcome;
    if (isFirstTry && retryableKind(value) !== null) tally.again.push(batch[at] ?? 0);
    else count(tally, value);
  });
  tally.tried += batch.length;
  through.report();
}

/** Reports the files that were saved in the same batch as a final failure, because no retry follows that could report them. */
function reportLast(
  { job }: Through,
  {
    files,
    tally,
    outcomes,
  }: { files: RequestedFile[]; tally: Tally; outcomes: PromiseSettledResult<Outcome>[] },
): void {
  if (!outcomes.some((outcome) => outcome.status === 'rejected' && isFinal(outcome.reason))) return;
  const came = { ...tally };
  for (const outcome of outcomes)
    if (outcome.status === 'fulfilled' && 'bytes' in outcome.value) count(came, outcome.value);
  const { downloaded, failed } = came;
  job.report({
    percent: Math.floor((tally.tried / (files.length + tally.again.length)) * 100),
    message: `${downloaded} of ${files.length} files downloaded, ${failed} failed; stopped at the download limit`,
    cursor: cursorOf(tally),
  });
}

function isFinal(error: unknown): boolean {
  return error instanceof CrawlError && error.isFinal === true;
}

function retryableKind(outcome: Outcome): Tally['retryableKinds'][number] | null {
  return ('failed' in outcome && RETRYABLE.find((kind) => kind === outcome.kind)) || null;
}

type Outcome = { bytes: number } | { kind: FailureKind; failed: Tally['failures'][number] };

/** Downloads a file of the batch. One that an earlier try has saved is not downloaded again. */
async function downloadOne(through: Through, files: RequestedFile[], place: number): Promise<Outcome> {
  const { session, underWay } = through;
  const { name, url, wanted } = files[place] ?? { name: '', url: null, wanted: 'any' };
  const file = scrubCredentials(name).slice(0, 200);
  if (url === null) return { kind: 'NotFound', failed: { file, reason: 'NotFound: it has no picture' } };
  try {
    const stem = String(place + 1).padStart(4, '0');
    const { bytes } = await session.downloadFile(url, {
      stem,
      wanted,
      name: (contentType) => `${stem}.${extensionOf(url, contentType)}`,
      onProgress(progress) {
        underWay.set(place, progress);
        through.reportSometimes();
      },
    });
    through.hasSaved = true;
    return { bytes };
  } catch (error) {
    if (!(error instanceof CrawlError) || isFinal(error) || concernsAll(through, place, error)) throw error;
    return { kind: error.kind, failed: { file, reason: `${error.kind}: ${error.message}`.slice(0, 300) } };
  }
}

/**
 * Whether a failure affects all files, such as a failing proxy, a rate limit or a full disk. A refusal affects only its file if
 * this session has downloaded other files: sites answer 403 also for deleted files. If the session has downloaded none, its
 * identity may be to blame, so another identity tries the file once more.
 */
function concernsAll({ refusals, hasSaved }: Through, place: number, { kind }: CrawlError): boolean {
  if (kind !== 'Blocked') return CONCERN_ALL.includes(kind);
  const before = refusals.get(place) ?? 0;
  refusals.set(place, before + 1);
  return !hasSaved && before === 0;
}

const CONCERN_ALL: FailureKind[] = [
  'ProxyFault',
  'NoActiveProxy',
  'RateLimited',
  'StorageFull',
  'StaleAttempt',
];

function count(tally: Tally, outcome: Outcome): void {
  if ('failed' in outcome) {
    tally.failed += 1;
    const kind = retryableKind(outcome);
    if (kind !== null && !tally.retryableKinds.includes(kind)) tally.retryableKinds.push(kind);
    if (tally.failures.length < FAILURES_SHOWN) tally.failures.push(outcome.failed);
    return;
  }
  tally.downloaded += 1;
  tally.bytes += outcome.bytes;
}
