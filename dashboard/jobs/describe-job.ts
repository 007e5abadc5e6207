import type { JobDetail } from '../server/api-client.ts';

/** Ids of jobs for which nobody has chosen one. */
const MADE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a job is called: its id where somebody chose one, else its type and the beginning of its id. */
export function jobTitle({ id, job_type: type }: Pick<JobDetail, 'id' | 'job_type'>): string {
  return type !== null && MADE_ID.test(id) ? `${type}, ${id.slice(0, 8)}…` : id;
}

/** The addresses in what a job was given, in its order. */
export function urlsIn(given: unknown): string[] {
  if (typeof given === 'string') return /^https?:\/\//i.test(given) ? [given] : [];
  return given !== null && typeof given === 'object' ? Object.values(given).flatMap(urlsIn) : [];
}
