import { findJobFaults, type JobFault } from './find-job-faults.ts';
import { isIsolated } from './isolation/read-isolated-module.ts';
import type { JobTypes } from './load-job-types.ts';

/** Finds the faults of a requested job of this type and whole payload, which processes of the operator's modules check for their types. */
export async function findRequestFaults(
  jobTypes: JobTypes,
  name: string,
  payload: unknown,
): Promise<JobFault[]> {
  const faults = findJobFaults(jobTypes, name, payload);
  const type = jobTypes.get(name);
  return faults.length > 0 || type === undefined || !isIsolated(type) ? faults : type.findFaults(payload);
}
