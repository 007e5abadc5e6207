import { jobTitle } from '../domain/job-title.ts';
import { isIsolated } from './isolation/read-isolated-module.ts';
import type { JobEgress } from './job-type.ts';
import { jsonSchemaOf } from './json-schema-of.ts';
import type { JobTypes } from './load-job-types.ts';

/** The public description of a job type. */
interface DescribedJobType {
  name: string;
  title: string;
  about: string;
  egress: JobEgress;
  /** The payload as JSON schema; null when zod cannot express it. */
  payload: Record<string, unknown> | null;
}

/** Describes all registered job types, in order of registration. */
export function describeJobTypes(jobTypes: JobTypes): DescribedJobType[] {
  return [...jobTypes.values()].map((type) => ({
    name: type.name,
    title: jobTitle(type),
    about: type.about,
    egress: type.egress ?? 'proxied',
    payload: isIsolated(type) ? type.payloadSchema : jsonSchemaOf(type.payload),
  }));
}
