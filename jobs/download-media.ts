import { z } from 'zod';
import { findPictureUrls } from '../db/queries/picture-urls.ts';
import { PLATFORM_NAMES } from '../domain/dispensary.ts';
import { CrawlError, type FailureKind } from '../domain/errors.ts';
import type { ReadFile } from '../egress/session.ts';
import { defineJobType, type JobRun, type JobSession } from './job-type.ts';

const FILES_MAX = 1_000;

/** Each may be 50 MB in memory. */
const AT_ONCE = 2;

const FAILURES_SHOWN = 10;

const payloadSchema = z.union([
  z.strictObject({
    urls: z
      .array(z.url({ protocol: /^https$/ }).max(2_000))
      .min(1)
      .max(FILES_MAX),
  }),
  z.strictObject({
    media_ids: z.array(z.int().positive()).min(1).max(FILES_MAX),
    source: z.enum(PLATFORM_NAMES),
  }),
]);

type Payload = z.output<typeof payloadSchema>;

/** What became of the files so far; a retry goes on from here. */
const tallySchema = z.object({
  /** How many were tried, from the beginning of the list. */
  tried: z.int(),
  downloaded: z.int(),
  bytes: z.int(),
  failures: z.array(z.object({ url: z.string(), reason: z.string() })),
  failed: z.int(),
});

type Tally = z.output<typeof tallySchema>;

const NOTHING: Tally = { tried: 0, downloaded: 0, bytes: 0, failures: [], failed: 0 };

/** Downloads files as they are, one after the other, and goes on after a restart where it was. */
export const downloadMedia = defineJobType({
  name: 'download_media',
  about:
    'Downloads files from https addresses, or the pictures of products by their ids, through the proxies into the storage.',
  payload: payloadSchema,
  async run(job) {
    const urls = await urlsOf(job);
    const tally = tallySchema.safeParse(job.cursor).data ?? structuredClone(NOTHING);
    const tell = (): void =>
      job.tell({
        percent: Math.floor((tally.tried / urls.length) * 100),
        message: `${tally.tried} of ${urls.length} files, ${tally.failed} failed`,
        cursor: tally,
      });
    tell();
    const refusals = new Map<string, number>();
    if (tally.tried < urls.length)
      await job.withSession(async (session) => {
        const through = { job, session, refusals, came: false };
        while (tally.tried < urls.length) {
          const from = tally.tried;
          const batch = urls.slice(from, from + AT_ONCE);
          const ended = await Promise.allSettled(
            batch.map((url, at) => downloadOne(through, { url, place: from + at })),
          );
          // None of a batch counts when one of them met what concerns all: they are tried again together.
          for (const one of ended) if (one.status === 'rejected') throw one.reason;
          for (const one of ended) if (one.status === 'fulfilled') count(tally, one.value);
          tally.tried += batch.length;
          tell();
        }
      });
    const { downloaded, failed, bytes, failures } = tally;
    if (downloaded === 0)
      throw new CrawlError('ContractBroken', `None of ${failed} files came: ${failures[0]?.reason}`);
    return { downloaded, failed, bytes, failures };
  },
});

async function urlsOf({ payload, db }: JobRun<Payload>): Promise<string[]> {
  if ('urls' in payload) return payload.urls;
  const { media_ids: ids, source } = payload;
  const urls = await findPictureUrls(db, ids, source);
  if (urls.length > 0) return urls;
  throw new CrawlError('NotFound', `No product of ${source} with one of these ids has a picture.`);
}

/** What one session downloads with. */
interface Through {
  job: JobRun<Payload>;
  session: JobSession;
  /** How many sessions a file was refused to. */
  refusals: Map<string, number>;
  /** Whether this session has brought any file. */
  came: boolean;
}

type Outcome = { bytes: number } | { failed: { url: string; reason: string } };

async function downloadOne(
  through: Through,
  { url, place }: { url: string; place: number },
): Promise<Outcome> {
  const { job, session } = through;
  try {
    const file = await session.readFile(url);
    await job.saveFile(`${String(place + 1).padStart(4, '0')}.${extensionOf(url, file)}`, file.bytes);
    through.came = true;
    return { bytes: file.bytes.length };
  } catch (error) {
    if (!(error instanceof CrawlError) || concernsAll(through, url, error)) throw error;
    return { failed: { url: url.slice(0, 200), reason: `${error.kind}: ${error.message}`.slice(0, 300) } };
  }
}

/**
 * A proxy that fails, a limit or a full disk meets every file. A refusal does not where others came: sites answer 403 also
 * for what is gone. Where none has come yet it may be the identity, and another one asks once more.
 */
function concernsAll({ refusals, came }: Through, url: string, { kind }: CrawlError): boolean {
  if (kind !== 'Blocked') return CONCERN_ALL.includes(kind);
  const before = refusals.get(url) ?? 0;
  refusals.set(url, before + 1);
  return !came && before === 0;
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
    if (tally.failures.length < FAILURES_SHOWN) tally.failures.push(outcome.failed);
    return;
  }
  tally.downloaded += 1;
  tally.bytes += outcome.bytes;
}

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'text/html': 'html',
  'text/plain': 'txt',
};

/** What the site says that it is, else what the address ends with. */
function extensionOf(url: string, { contentType }: ReadFile): string {
  const [, ending] = /\.([A-Za-z0-9]{1,8})$/.exec(new URL(url).pathname) ?? [];
  return EXTENSIONS[contentType] ?? ending?.toLowerCase() ?? 'bin';
}
