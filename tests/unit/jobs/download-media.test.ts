import { expect, test } from 'vitest';
import { CrawlError, type FailureKind } from '../../../domain/errors.ts';
import { downloadMedia } from '../../../jobs/download-media.ts';
import type { JobRun, JobSession } from '../../../jobs/job-type.ts';

type Payload = typeof downloadMedia extends { payload: { parse(given: unknown): infer Parsed } }
  ? Parsed
  : never;

/** Runs the job with files that fail with these kinds, in this order, however often they are asked for. */
async function failureOf(kinds: FailureKind[]): Promise<unknown> {
  const urls = kinds.map((kind, place) => `https://files.test/${place}/${kind}`);
  const session = {
    async readFile(url: string): Promise<never> {
      // The words name other kinds than what failed.
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
  return downloadMedia.run(job).then(
    () => null,
    (error: unknown) => (error instanceof CrawlError ? error.kind : error),
  );
}

const gone = Array.from({ length: 12 }, (): FailureKind => 'NotFound');

test('a job of which nothing came fails with the kind that another time may not have, wherever it occurred', async () => {
  expect(await failureOf(gone)).toBe('NotFound');
  // Of more failures than the report shows, the last one is the one that may pass.
  expect(await failureOf([...gone, 'UpstreamError'])).toBe('UpstreamError');
});
