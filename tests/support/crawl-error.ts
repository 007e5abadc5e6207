import { CrawlError } from '../../domain/errors.ts';

/** Returns the CrawlError with which the work fails, as it must. */
export async function crawlErrorOf(work: Promise<unknown>): Promise<CrawlError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CrawlError)) throw new Error(`Expected a CrawlError, got ${String(error)}`);
  return error;
}
