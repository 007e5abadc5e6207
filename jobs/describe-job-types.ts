import { z } from 'zod';
import { jobTitle } from '../domain/job-title.ts';
import type { JobTypes } from './load-job-types.ts';

/** The public description of a job type. */
interface DescribedJobType {
  name: string;
  title: string;
  about: string;
  /** The payload as JSON schema; null when zod cannot express it. */
  payload: Record<string, unknown> | null;
}

/** Describes all registered job types, in order of registration. */
export function describeJobTypes(jobTypes: JobTypes): DescribedJobType[] {
  return [...jobTypes.values()].map((type) => ({
    name: type.name,
    title: jobTitle(type),
    about: type.about,
    payload: schemaOf(type.payload),
  }));
}

function schemaOf(payload: z.ZodType): Record<string, unknown> | null {
  try {
    return { ...z.toJSONSchema(payload, { io: 'input' }) };
  } catch {
    return null;
  }
}
