import { jobJsonFault, type JobPayload } from './job.ts';

/** The name of the file that has a large result. Types cannot save under it, because their names start with no dot. */
export const RESULT_FILE = '.result.json';

/** What travels and is listed instead of a large result. */
export interface ResultPointer extends JobPayload {
  result_file: {
    /** Below the storage root. */
    path: string;
    bytes: number;
    /** In hexadecimal. */
    sha256: string;
  };
}

/** Whether a job's result is in a file. */
export function isResultPointer(result: JobPayload | null): result is ResultPointer {
  const { path } = Object(result?.['result_file']) as { path?: unknown };
  return typeof path === 'string' && path.endsWith(`/${RESULT_FILE}`);
}

/** Whether a result travels as it is: it is small, the database can store it, and it cannot be taken for a pointer. */
export function travels(result: JobPayload): boolean {
  return jobJsonFault(result) === null && !isResultPointer(result);
}
