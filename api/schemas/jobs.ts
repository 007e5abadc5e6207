import { z } from '@hono/zod-openapi';
import { COUNTED_MAX } from '../../domain/run-list.ts';
import {
  JOB_DEPENDENCIES_MAX,
  JOB_ID,
  JOB_ID_TAKES,
  JOB_PRIORITY_MAX,
  JOB_PRIORITY_USUAL,
  JOB_RETRIES_MAX,
  JOB_RETRIES_USUAL,
  JOB_STATUSES,
  JOB_TYPE_NAME,
  JOB_TYPE_NAME_TAKES,
  JOB_WORD,
  JOB_WORD_TAKES,
  ON_FAILURE,
} from '../../domain/job.ts';
import { DEPENDENCY_ENDS } from '../../domain/job-dependencies.ts';
import { CREDENTIAL_NAME, CREDENTIAL_NAME_TAKES, JOB_CREDENTIALS_MAX } from '../../domain/job-credential.ts';
import { moment } from '../parameters.ts';
import { time } from '../route-parts.ts';
import { ageFields, errorMeaning, errorRemedy, waitingFor, webUiUrl } from './tasks.ts';
import { timelineSchema, workerName } from './timeline.ts';
import { wordedText } from './worded-text.ts';

export const jobWord = wordedText(JOB_WORD, `a text of ${JOB_WORD_TAKES}`);

export const jobTypeName = wordedText(
  JOB_TYPE_NAME,
  `the name of a registered type: ${JOB_TYPE_NAME_TAKES}`,
).openapi({
  description: 'A registered type: `GET /api/job-types` lists them.',
  examples: ['download_media'],
});

/** The id of a job in a path; no job has an id of another form. */
export const jobIdParameter = z.string().openapi({
  'x-takes': 'the id of a job, as in lists',
  pattern: JOB_ID.source,
  examples: ['0199c6f2-5a1b-7000-8000-000000000001'],
});

export const jobPriority = z
  .int()
  .min(1)
  .max(JOB_PRIORITY_MAX)
  .openapi({ description: '1 is the most urgent, 10 the least.', examples: [5] });

const jobDependencies = z.array(wordedText(JOB_ID, JOB_ID_TAKES)).max(JOB_DEPENDENCIES_MAX);

const jobRetries = z
  .int()
  .min(0)
  .max(JOB_RETRIES_MAX)
  .openapi({ description: 'How many times the job is retried when it fails.' });

export const credentialName = wordedText(
  CREDENTIAL_NAME,
  `the name of a credential: ${CREDENTIAL_NAME_TAKES}`,
).openapi({ examples: ['shop-login'] });

export const newJobSchema = z
  .strictObject({
    job_type: jobTypeName.optional(),
    title: jobWord.optional().openapi({
      description: 'The title of the type, in any case, in place of `job_type`.',
      examples: ['Download media'],
    }),
    fallback: z.boolean().optional().openapi({
      description: 'Whether the type `default`, which does nothing, runs when no type has the title.',
    }),
    id: wordedText(JOB_ID, JOB_ID_TAKES)
      .optional()
      .openapi({
        description: 'Your own id; only one job of an id is open at a time. Default: generated.',
        examples: ['nightly-media'],
      }),
    deduplicate: z.boolean().optional().openapi({
      description:
        'Whether the id is computed from type, platform, account and payload, so that only one such job is open at a time; takes no `id`.',
    }),
    platform: jobWord.optional().openapi({
      description: 'The site or service that the job uses; the limits of a menu platform apply to its jobs.',
    }),
    account: jobWord.optional().openapi({
      description: 'The account that the job is for; one job of a platform and account runs at a time.',
    }),
    payload: z
      .record(z.string(), z.unknown())
      .default({})
      .openapi({ description: 'The input that the job type takes, at most 4 MB of JSON.' }),
    credentials: z
      .array(credentialName)
      .max(JOB_CREDENTIALS_MAX)
      .optional()
      .openapi({ description: 'The names of the stored credentials that the job may use.' }),
    priority: jobPriority.default(JOB_PRIORITY_USUAL),
    max_retries: jobRetries.default(JOB_RETRIES_USUAL),
    scheduled_for: moment
      .optional()
      .openapi({ description: 'The earliest start; a time in the past means now.' }),
    depends_on: jobDependencies
      .optional()
      .openapi({ description: 'The ids of other jobs; the job waits for the ends of their newest runs.' }),
    on_failure: z
      .enum(ON_FAILURE)
      .optional()
      .openapi({ description: 'What the job does when one of them does not complete. Default: `fail`.' }),
  })
  .openapi('NewGenericJob', {
    example: {
      job_type: 'download_media',
      payload: { urls: ['https://images.example.com/1.png'] },
      account: 'nightly',
    },
  });

const jobPayload = z.record(z.string(), z.unknown());

export const editedJobSchema = z
  .strictObject({
    priority: jobPriority.optional(),
    scheduled_for: moment.nullable().optional().openapi({ description: 'The earliest start; null: now.' }),
    payload: jobPayload
      .optional()
      .openapi({ description: 'The whole new input, as the job type takes it; at most 4 MB of JSON.' }),
  })
  .refine((edit) => Object.keys(edit).length > 0, 'at least one of priority, scheduled_for and payload')
  .openapi('EditJob', { example: { priority: 1, scheduled_for: null } });

export const retriedJobSchema = z
  .strictObject({
    priority: jobPriority.optional(),
    max_retries: jobRetries.optional(),
    payload: jobPayload.optional().openapi({
      description: 'The whole new input; another one than before begins from the start.',
    }),
    depends_on: jobDependencies
      .optional()
      .openapi({ description: 'The jobs that it depends on now; [] for none. Default: as before.' }),
  })
  .openapi('RetryJob');

const jobFields = {
  id: z.string(),
  workflow_id: z.string(),
  run_id: z.string().openapi({ description: 'The id of its newest run; each retry is a new run.' }),
  job_type: z.string().nullable(),
  platform: z.string().nullable(),
  account: z.string().nullable(),
  priority: z.int().nullable(),
  status: z.enum(JOB_STATUSES),
  progress_percent: z.int().min(0).max(100),
  progress_message: z.string().nullable(),
  worker_id: z.string().nullable().openapi({ description: 'The worker that has the job, or had it last.' }),
  worker_name: workerName,
  retry_count: z.int(),
  max_retries: z.int().nullable(),
  requested_by: z.string().nullable().openapi({ description: 'Who requested it.' }),
  started_by: z.string().nullable().openapi({ description: 'The id of the workflow that started it.' }),
  result: z.record(z.string(), z.unknown()).nullable().openapi({
    description:
      'One over 16 KiB is in a file, which `result_file` names: `GET /api/jobs/{id}/result` answers all of it.',
  }),
  error_kind: z
    .string()
    .nullable()
    .openapi({ description: 'A kind from docs/reference/errors.md, otherwise the name of the error.' }),
  error_message: z
    .string()
    .nullable()
    .openapi({ description: 'Why the job failed, or why its last attempt failed.' }),
  scheduled_for: time.nullable(),
  created_at: time.openapi({ description: 'When its newest run was requested.' }),
  started_at: time.nullable(),
  completed_at: time.nullable().openapi({ description: 'When it ended, with any outcome.' }),
  updated_at: time,
};

export const jobSchema = z.object(jobFields).openapi('Job');

const countFields = Object.fromEntries(JOB_STATUSES.map((status) => [status, z.int()])) as Record<
  (typeof JOB_STATUSES)[number],
  z.ZodInt
>;

export const jobCountsSchema = z
  .object({
    counts: z.object(countFields),
    more: z.array(z.enum(JOB_STATUSES)).openapi({
      description: `Statuses with more than ${COUNTED_MAX} jobs; their count is shown as ${COUNTED_MAX}.`,
    }),
    ...ageFields,
  })
  .openapi('JobCounts');

export const startedJobSchema = z
  .object({
    ...jobFields,
    already_running: z
      .boolean()
      .openapi({ description: 'True: a job with this id was already open, and continues.' }),
  })
  .openapi('StartedJob');

export const jobDetailSchema = z
  .object({
    ...jobFields,
    payload: z.record(z.string(), z.unknown()).nullable().openapi({
      description:
        'The input of the job; of one over 16 KiB only its length and hash, as `stored_payload`. Null: it is not known any more.',
    }),
    files: z
      .object({ count: z.int(), bytes: z.int() })
      .openapi({ description: 'How many files it has stored: `GET /api/jobs/{id}/files` lists them.' }),
    crash_count: z.int().openapi({
      description: 'How many of its attempts crashed; these are not retries, and the third one ends the job.',
    }),
    waiting_for: waitingFor,
    depends_on: z.array(z.object({ id: z.string(), ended_as: z.enum(DEPENDENCY_ENDS).nullable() })).openapi({
      description: 'The jobs that it depends on; `ended_as` is null for one whose end it has not seen.',
    }),
    timeline: timelineSchema,
    earlier_runs: z
      .array(
        z.object({
          run_id: z.string(),
          status: z.enum(JOB_STATUSES),
          created_at: time,
          completed_at: time.nullable(),
          error_kind: jobFields.error_kind,
          error_message: jobFields.error_message,
        }),
      )
      .openapi({ description: 'Its last runs before the newest one, at most ten, the newest first.' }),
    web_ui_url: webUiUrl,
    error_meaning: errorMeaning,
    error_remedy: errorRemedy,
    cancel_requested: z.boolean(),
    ...ageFields,
  })
  .openapi('JobDetail');

export const jobTypesSchema = z
  .object({
    items: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        about: z.string(),
        egress: z.enum(['proxied', 'direct']).openapi({ description: 'direct: its requests use no proxy.' }),
        payload: z
          .record(z.string(), z.unknown())
          .nullable()
          .openapi({ description: 'A JSON schema; null if it cannot express the rules.' }),
      }),
    ),
  })
  .openapi('JobTypes');

export const schedulerStatusSchema = z
  .object({
    running: z.array(jobSchema).openapi({ description: 'The oldest first.' }),
    pending_counts: z.array(z.object({ platform: z.string().nullable(), count: z.int() })),
    worker_healthy: z.boolean().openapi({
      description: 'True: a worker that takes jobs sent a heartbeat within the last five minutes.',
    }),
    ...ageFields,
  })
  .openapi('SchedulerStatus');
