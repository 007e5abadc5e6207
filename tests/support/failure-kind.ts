import { WorkflowFailedError } from '@temporalio/client';

/** The kind of the root failure of a failed chain. */
export async function failureKind(crawl: Promise<unknown>): Promise<unknown> {
  const error = await crawl.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof WorkflowFailedError)) return error;
  const cause = error.cause?.cause as { type?: string } | undefined;
  return cause?.type;
}
