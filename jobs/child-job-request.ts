import { z } from 'zod';
import { CREDENTIAL_NAME, JOB_CREDENTIALS_MAX } from '../domain/job-credential.ts';
import {
  JOB_DEPENDENCIES_MAX,
  JOB_ID,
  JOB_PRIORITY_MAX,
  JOB_RETRIES_MAX,
  JOB_TYPE_NAME,
  JOB_WORD,
  ON_FAILURE,
} from '../domain/job.ts';

/** A job that another job starts: the fields of `POST /api/jobs`, with a key in place of the id. */
export const childJobRequest = z.strictObject({
  /**
   * Identifies the job among those that a run starts: it is started once. Default: made from the other fields, so that a run starts
   * equal jobs once.
   */
  key: z
    .string()
    .regex(/^[\w.:-]{1,40}$/)
    .optional(),
  /** Computes the id from the work alone, so that only one such job is open at a time, whoever starts it. Takes no key. */
  deduplicate: z.boolean().optional(),
  job_type: z.string().regex(JOB_TYPE_NAME).optional(),
  title: z.string().regex(JOB_WORD).optional(),
  fallback: z.boolean().optional(),
  platform: z.string().regex(JOB_WORD).optional(),
  account: z.string().regex(JOB_WORD).optional(),
  payload: z.record(z.string(), z.unknown()).default({}),
  priority: z.int().min(1).max(JOB_PRIORITY_MAX).optional(),
  max_retries: z.int().min(0).max(JOB_RETRIES_MAX).optional(),
  scheduled_for: z.iso.datetime({ offset: true }).optional(),
  depends_on: z.array(z.string().regex(JOB_ID)).max(JOB_DEPENDENCIES_MAX).optional(),
  on_failure: z.enum(ON_FAILURE).optional(),
  /** Some of those that the starting job may use itself. */
  credentials: z.array(z.string().regex(CREDENTIAL_NAME)).max(JOB_CREDENTIALS_MAX).optional(),
});

export type ChildJobRequest = z.input<typeof childJobRequest>;
