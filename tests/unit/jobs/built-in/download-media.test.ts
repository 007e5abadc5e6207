import { expect, test } from 'vitest';
import { CrawlError, type FailureKind } from '../../../../domain/errors.ts';
import { downloadMedia } from '../../../../jobs/built-in/download-media.ts';
import type { JobRun, JobSession, JobStep, WantedDownload } from '../../../../jobs/job-type.ts';

type Payload = typeof downloadMedia extends { payload: { parse(given: unknown): infer Parsed } }
  ? Parsed
  : never;

/** Runs the job with one file for each of these kinds of failure, in this order. A file fails in its way however often it is requested. */
async function failureOf(kinds: FailureKind[]): Promise<unknown> {
  const urls = kinds.map((kind, place) => `https://files.test/${place}/${kind}`);
  const session = {
    async downloadFile(url: string): Promise<never> {
      // The message names other kinds than the real one, which must not matter.
      throw new CrawlError(
        url.split('/').at(-1) as FailureKind,
        'UpstreamError, or Blocked, in the words alone',
      );
    },
  } as Partial<JobSession> as JobSession;
  const job = {
    payload: { urls },
    cursor: null,
    report: () => undefined,
    withSession: (work: (one: JobSession) => Promise<unknown>) => work(session),
  } as unknown as JobRun<Payload>;
  return Promise.resolve(downloadMedia.run(job)).then(
    () => null,
    (error: unknown) => (error instanceof CrawlError ? error.kind : error),
  );
}

const gone = Array.from({ length: 12 }, (): FailureKind => 'NotFound');

test('a job of which nothing came fails with the kind that another time may not have, wherever it occurred', async () => {
  expect(await failureOf(gone)).toBe('NotFound');
  // There are more failures than the report shows, and only the last one may go away by itself. It decides the kind.
  expect(await failureOf([...gone, 'UpstreamError'])).toBe('UpstreamError');
});

test('an empty file is downloaded like every other, and the percent stays a number', async () => {
  const percents: number[] = [];
  const session = {
    downloadFile(_: string, { onProgress }: WantedDownload) {
      onProgress?.({ bytes: 0, totalBytes: 0, bytesPerSecond: 0 });
      return Promise.resolve({ path: 'jobs/one/0001.bin', bytes: 0, sha256: '', contentType: '' });
    },
  } as Partial<JobSession> as JobSession;
  const job = {
    payload: { urls: ['https://files.test/empty', 'https://files.test/other'] },
    cursor: null,
    report: ({ percent }: JobStep) => void percents.push(percent),
    withSession: (work: (one: JobSession) => Promise<unknown>) => work(session),
  } as unknown as JobRun<Payload>;
  expect(await downloadMedia.run(job)).toMatchObject({ downloaded: 2, failed: 0 });
  expect(percents.every(Number.isInteger)).toBe(true);
});

test('a list of 10,000 files goes on where it was, and its cursor stays small however many are tried again', async () => {
  const cursors: unknown[] = [];
  const urls = Array.from({ length: 10_000 }, (_, place) => `https://files.test/${place}`);
  const failing = new CrawlError('UpstreamError', 'away');
  const run = (downloadFile: () => Promise<unknown>) =>
    downloadMedia.run({
      payload: { urls },
      cursor: cursors.at(-1) ?? null,
      report: ({ cursor }: JobStep) => void cursors.push(JSON.parse(JSON.stringify(cursor))),
      withSession: (work: (one: JobSession) => Promise<unknown>) =>
        work({ downloadFile } as Partial<JobSession> as JobSession),
    } as unknown as JobRun<Payload>);
  let tried = 0;
  const first = run(() => {
    tried += 1;
    // Every other file fails, and the attempt ends after all of them were tried once.
    if (tried > 10_000) return Promise.reject(new CrawlError('RateLimited', 'a limit'));
    return tried % 2 === 0 ? Promise.resolve({ bytes: 1 }) : Promise.reject(failing);
  });
  await expect(first).rejects.toThrow('a limit');
  expect(Math.max(...cursors.map((cursor) => JSON.stringify(cursor).length))).toBeLessThan(5_000);
  expect(await run(() => Promise.resolve({ bytes: 1 }))).toMatchObject({ downloaded: 10_000, failed: 0 });
});
