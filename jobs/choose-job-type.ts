import { FALLBACK_TYPE, isTitled, jobTitle } from '../domain/job-title.ts';
import type { JobFault } from './find-job-faults.ts';
import type { JobTypes } from './load-job-types.ts';

/** How a request names the type of a job. */
export interface TypeRequest {
  job_type?: string | undefined;
  /** The title of a type, in place of its name. */
  title?: string | undefined;
  /** Whether the type `default` runs when no type has the title. */
  fallback?: boolean | undefined;
}

/** Chooses the type of a requested job. A name is not looked up, as `findJobFaults` does that. */
export function chooseJobType(
  jobTypes: JobTypes,
  { job_type: name, title, fallback = false }: TypeRequest,
): { name: string } | { fault: JobFault } {
  if (title === undefined) {
    if (fallback)
      return { fault: { path: ['fallback'], message: 'needs a title, whose type may be missing' } };
    return name === undefined
      ? { fault: { path: ['job_type'], message: 'is missing; give it, or a title' } }
      : { name };
  }
  if (name !== undefined)
    return { fault: { path: ['title'], message: 'takes the place of job_type; give one of them' } };
  const found = [...jobTypes.values()].find((type) => isTitled(type, title));
  if (found !== undefined) return { name: found.name };
  if (fallback) return { name: FALLBACK_TYPE };
  const titles = [...jobTypes.values()].map(jobTitle).join(', ');
  const message = `takes one of ${titles}, got ${JSON.stringify(title)}; with fallback, the type ${FALLBACK_TYPE} would run`;
  return { fault: { path: ['title'], message } };
}
