import type { JobDetail } from '../server/api-client.ts';

/** Matches a generated job id (a UUID). */
const MADE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the title of a job: its id if somebody chose that id, else its type and the first characters of the generated id. */
export function jobTitle({ id, job_type: type }: Pick<JobDetail, 'id' | 'job_type'>): string {
  return type !== null && MADE_ID.test(id) ? `${type}, ${id.slice(0, 8)}…` : id;
}

/** Returns the URLs in a job's payload, nested ones too, in order. */
export function urlsIn(given: unknown): string[] {
  if (typeof given === 'string') return /^https?:\/\//i.test(given) ? [given] : [];
  return given !== null && typeof given === 'object' ? Object.values(given).flatMap(urlsIn) : [];
}
