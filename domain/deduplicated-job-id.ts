import { createHash } from 'node:crypto';
import type { JobInput } from './job.ts';

/** Returns the id of a job by its work: its type, platform, account and payload, whatever the order of the keys. */
export function deduplicatedJobId({
  jobType,
  platform,
  account,
  payload = {},
}: Pick<JobInput, 'jobType' | 'platform' | 'account' | 'payload'>): string {
  const work = JSON.stringify([jobType, platform ?? null, account ?? null, sorted(payload)]);
  return `same-${createHash('sha256').update(work).digest('hex').slice(0, 32)}`;
}

/** Whether an id has the form of a computed one. */
export function isDeduplicatedJobId(id: string): boolean {
  return /^same-[\da-f]{32}$/.test(id);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]): [string, unknown] => [name, sorted(field)]);
  return Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
