import { z } from 'zod';
import { JOB_PRIORITY_MAX, JOB_RETRIES_MAX, JOB_TYPE_NAME, JOB_WORD } from '../domain/job.ts';

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
  job_type: z.string().regex(JOB_TYPE_NAME).optional(),
  title: z.string().regex(JOB_WORD).optional(),
  fallback: z.boolean().optional(),
  platform: z.string().regex(JOB_WORD).optional(),
  account: z.string().regex(JOB_WORD).optional(),
  payload: z.record(z.string(), z.unknown()).default({}),
  priority: z.int().min(1).max(JOB_PRIORITY_MAX).optional(),
  max_retries: z.int().min(0).max(JOB_RETRIES_MAX).optional(),
  scheduled_for: z.iso.datetime({ offset: true }).optional(),
});

export type ChildJobRequest = z.input<typeof childJobRequest>;
