import type { Db } from '../db/connect.ts';
import { findStoredPayload } from '../db/queries/job-payloads.ts';
import { CrawlError } from '../domain/errors.ts';
import { jobJsonFault, type JobPayload } from '../domain/job.ts';
import { isPayloadPointer } from '../domain/stored-payload.ts';

/**
 * Returns the whole payload of a job, where its pointer travelled.
 * @throws CrawlError InvalidInput if the payload is no longer stored, or was stored for another job; or if one that a person gave to
 *   Temporal by hand is too large to travel
 */
export async function loadJobPayload(db: Db, jobId: string, payload: JobPayload): Promise<JobPayload> {
  if (!isPayloadPointer(payload)) {
    const fault = jobJsonFault(payload);
    if (fault !== null) throw new CrawlError('InvalidInput', `payload ${fault}.`);
    return payload;
  }
  const { sha256 } = payload.stored_payload;
  const stored = await findStoredPayload(db, jobId, sha256);
  if (stored !== null) return stored;
  throw new CrawlError(
    'InvalidInput',
    `The database has no payload with the SHA-256 ${sha256} for the job ${jobId}. Start the job again with its whole payload, through the API.`,
  );
}
