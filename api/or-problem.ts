import { CrawlError, type FailureKind } from '../domain/errors.ts';
import type { ProblemCode } from './problem-codes.ts';
import { Problem } from './problem.ts';

/**
 * Does some work and turns failures of these kinds into problems for the caller.
 * @throws Problem with the code of the kind and the failure's own message; other errors unchanged
 */
export async function orProblem<Result>(
  codes: Partial<Record<FailureKind, ProblemCode>>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof CrawlError ? codes[error.kind] : undefined;
    if (!(error instanceof CrawlError) || code === undefined) throw error;
    throw new Problem(code, error.message, {
      ...(error.retryAfterMs === undefined ? {} : { retryAfterSeconds: error.retryAfterMs / 1000 }),
      cause: error,
    });
  }
}
