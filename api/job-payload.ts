import { listCredentials } from '../db/queries/credentials.ts';
import { jobWordFaults, type JobPayload } from '../domain/job.ts';
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

/** Returns the problem of a job that its type does not take. */
export function impossible(faults: JobFault[]): Problem {
  const errors = faults.map(({ path, message }) => ({
    in: 'body' as const,
    pointer: `/${path.join('/')}`,
    detail: `${path.join('.')} (body) ${message}.`,
  }));
  return new Problem('impossible', errors.map(({ detail }) => detail).join(' '), { errors });
}
