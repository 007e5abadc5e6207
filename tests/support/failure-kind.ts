import { WorkflowFailedError } from '@temporalio/client';

/** Returns the kind of the failure at the root of a chain's failure. */
export async function failureKind(crawl: Promise<unknown>): Promise<unknown> {
  const error = await crawl.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof WorkflowFailedError)) return error;
  const cause = error.cause?.cause as { type?: string } | undefined;
  return cause?.type;
}
