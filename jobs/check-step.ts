import { scrubCredentials } from '../domain/credentials.ts';
import { CrawlError } from '../domain/errors.ts';
import { jobJsonFault } from '../domain/job.ts';
import type { JobStep } from './job-type.ts';

const MESSAGE_LENGTH_MAX = 500;

/** Checks a step, and returns a copy that can be saved. @throws CrawlError InvalidInput for a step that cannot be saved */
export function checkStep({ percent, message, cursor = null }: JobStep): JobStep {
  const fault = jobJsonFault({ cursor });
  if (fault !== null) throw new CrawlError('InvalidInput', `The cursor of a step ${fault}.`);
  if (!(percent >= 0 && percent <= 100))
    throw new CrawlError(
      'InvalidInput',
      `The percent of a step takes a number from 0 to 100, got ${percent}.`,
    );
  return {
    percent: Math.floor(percent),
    message: scrubCredentials(message).slice(0, MESSAGE_LENGTH_MAX),
    // A copy, because the type may change the object before it is saved.
    cursor: JSON.parse(JSON.stringify(cursor)) as unknown,
  };
}
