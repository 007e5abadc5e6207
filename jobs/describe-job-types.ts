import { z } from 'zod';
import type { JobTypes } from './load-job-types.ts';

/** What people and programs are told of a type of jobs. */
interface DescribedJobType {
  name: string;
  about: string;
  /** What it takes, as JSON schema; null where zod cannot say it in one. */
  payload: Record<string, unknown> | null;
}

/** What each registered type is and takes, in the order in which they are registered. */
export function describeJobTypes(jobTypes: JobTypes): DescribedJobType[] {
  return [...jobTypes.values()].map(({ name, about, payload }) => ({
    name,
    about,
    payload: schemaOf(payload),
  }));
}

function schemaOf(payload: z.ZodType): Record<string, unknown> | null {
  try {
    return { ...z.toJSONSchema(payload, { io: 'input' }) };
  } catch {
    return null;
  }
}
