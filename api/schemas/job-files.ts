import { z } from '@hono/zod-openapi';
import { ATTEMPT_OUTCOMES, type JobAttempt } from '../../db/queries/job-events.ts';
import type { ListedJobFile } from '../../db/queries/job-files.ts';
import { scrubJson } from '../../domain/credentials.ts';
import { time } from '../route-parts.ts';
import { workerName } from './timeline.ts';

export const jobFileSchema = z
  .object({
    name: z.string(),
    path: z.string().openapi({ description: 'Below the storage root.' }),
    bytes: z.int(),
    sha256: z.string().openapi({ description: 'In hexadecimal.' }),
    content_type: z.string(),
    source: z.string().nullable().openapi({
      description: 'The URL that it was downloaded from, without credentials; null: the job made it.',
    }),
    held_by: z
      .string()
      .nullable()
      .openapi({ description: 'The worker whose own disk has it; null: all workers share their storage.' }),
    run_id: z.string().openapi({ description: 'The run that stored it, or went on where that run ended.' }),
    created_at: time,
  })
  .openapi('JobFile');

/** Converts a stored file of a job to the fields of the API's responses. */
export function toJobFile(file: ListedJobFile): z.input<typeof jobFileSchema> {
  const { name, path, bytes, sha256, contentType, source, holder, runId, createdAt } = file;
  return {
    name,
    path,
    bytes,
    sha256,
    content_type: contentType,
    source,
    held_by: holder === '' ? null : holder,
    run_id: runId,
    created_at: createdAt.toISOString(),
  };
}

export const jobAttemptSchema = z
  .object({
    number: z.int().openapi({ description: 'Within the newest run, from 1.' }),
    worker_id: z.string().nullable(),
    worker_name: workerName,
    started_at: time,
    ended_at: time.nullable().openapi({ description: 'Null: it runs, or nothing recorded its end.' }),
    outcome: z.enum(ATTEMPT_OUTCOMES).openapi({
      description: '`released`: it ended without a failure that counts, as at a limit of the site.',
    }),
    error_kind: z.string().nullable(),
    error_message: z.string().nullable(),
  })
  .openapi('JobAttempt');

/** Converts an attempt of a job to the fields of the API's responses. */
export function toJobAttempt(attempt: JobAttempt): z.input<typeof jobAttemptSchema> {
  const { number, worker, startedAt, endedAt, outcome, errorKind, errorMessage } = attempt;
  return {
    number,
    worker_id: worker,
    worker_name: attempt.workerName,
    started_at: startedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    outcome,
    error_kind: errorKind,
    error_message: scrubJson(errorMessage),
  };
}
