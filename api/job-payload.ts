import { listCredentials } from '../db/queries/credentials.ts';
import { deduplicatedJobId, isDeduplicatedJobId } from '../domain/deduplicated-job-id.ts';
import { jobWordFaults, type JobPayload } from '../domain/job.ts';
import { withoutUndefined } from '../domain/without-undefined.ts';
import { findCredentialFaults } from '../jobs/find-credential-faults.ts';
import type { JobFault } from '../jobs/find-job-faults.ts';
import { findRequestFaults } from '../jobs/find-request-faults.ts';
import type { ApiTools } from './api-env.ts';
import { Problem } from './problem.ts';

interface RequestedJob {
  job_type: string;
  payload: JobPayload;
  platform?: string | undefined;
  account?: string | undefined;
  credentials?: string[] | undefined;
}

/** Checks what the OpenAPI document cannot describe: job types and payloads are defined by the operator. @throws Problem `impossible` */
export async function refuseUnfit(
  { db, jobTypes }: Pick<ApiTools, 'db' | 'jobTypes'>,
  job: RequestedJob,
): Promise<void> {
  const { platform = null, account = null, credentials = [] } = job;
  const known = credentials.length === 0 ? [] : await listCredentials(db);
  const faults = [
    ...(await findRequestFaults(jobTypes, job.job_type, job.payload)),
    ...jobWordFaults(job),
    ...findCredentialFaults(credentials, known, { platform, account }),
  ];
  if (faults.length > 0) throw impossible(faults);
}

/** Refuses another payload for a job whose id is computed from its payload. @throws Problem `impossible` */
export function refuseOtherWork(
  job: { id: string; job_type: string | null; platform: string | null; account: string | null },
  payload: JobPayload,
): void {
  if (!isDeduplicatedJobId(job.id)) return;
  const owner = withoutUndefined({ platform: job.platform ?? undefined, account: job.account ?? undefined });
  const work = { jobType: job.job_type ?? '', ...owner, payload };
  if (deduplicatedJobId(work) === job.id) return;
  const message =
    'is refused: `deduplicate` computed the id of this job from its payload. Start another job with the new one';
  throw impossible([{ path: ['payload'], message }]);
}

/** Returns the problem of a job that its type does not take. */
export function impossible(faults: JobFault[]): Problem {
  const errors = faults.map(({ path, message }) => ({
    in: 'body' as const,
    pointer: `/${path.join('/')}`,
    detail: `${path.join('.')} (body) ${message}.`,
  }));
  return new Problem('impossible', errors.map(({ detail }) => detail).join(' '), { errors });
}
