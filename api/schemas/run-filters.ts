import { z } from '@hono/zod-openapi';
import { JOB_STATUSES } from '../../domain/job.ts';
import { STAGES } from '../../domain/run-filter.ts';
import { TASK_STATUSES } from '../../domain/task.ts';
import { JOB_IDS, JOB_IDS_TAKES, TASK_IDS, TASK_IDS_TAKES } from '../../domain/run-list.ts';
import { severalOf, textParameter } from '../parameters.ts';
import { idParameter } from '../route-parts.ts';
import { runFilterParameters } from '../run-parameters.ts';
import { jobPriority, jobTypeName, jobWord } from './jobs.ts';
import { severalStates } from './state-code.ts';
import { platformName, priorityNumber, roleWord } from './tasks.ts';
import { wordedText } from './worded-text.ts';

// Filters of tasks and jobs, for queries and bodies.

/** Filters of tasks. */
export const taskFilterSchema = z.strictObject({
  role: roleWord.optional(),
  status: severalOf(TASK_STATUSES),
  dispensary_id: idParameter.optional(),
  platform: platformName.optional(),
  state: severalStates.optional(),
  stage: z.enum(STAGES).optional().openapi({ description: 'The current stage of an open chain.' }),
  started_by: textParameter
    .optional()
    .openapi({ description: 'The id of the workflow that started it, such as a fan-out.' }),
  ids: wordedText(TASK_IDS, TASK_IDS_TAKES).optional().openapi({
    description:
      'Only the tasks with these ids, separated by commas; an id names the first or the newest attempt of a task.',
  }),
  ...runFilterParameters(priorityNumber),
});

/** Filters of jobs. */
export const jobFilterSchema = z.strictObject({
  status: severalOf(JOB_STATUSES),
  job_type: jobTypeName.optional(),
  platform: jobWord.optional(),
  account: jobWord.optional(),
  ids: wordedText(JOB_IDS, JOB_IDS_TAKES)
    .optional()
    .openapi({ description: 'Only the jobs with these ids, separated by commas.' }),
  ...runFilterParameters(jobPriority),
});
