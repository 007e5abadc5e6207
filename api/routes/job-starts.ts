import { createRoute, z } from '@hono/zod-openapi';
import { storePayload } from '../../db/queries/job-payloads.ts';
import type { JobInput } from '../../domain/job.ts';
import { describeJobTypes } from '../../jobs/describe-job-types.ts';
import { jobWordFaults } from '../../domain/job.ts';
import { chooseJobType } from '../../jobs/choose-job-type.ts';
import type { JobFault } from '../../jobs/find-job-faults.ts';
import { findRequestFaults } from '../../jobs/find-request-faults.ts';
import { isSmall, pointerTo } from '../../domain/stored-payload.ts';
import { noteJobStart } from '../../ledger/note-start.ts';
import { toJob } from '../../reports/job-answer.ts';
import { repeatJob } from '../../reports/repeat-job.ts';
import { jobOf } from '../../reports/job.ts';
import { callTemporal } from '../../temporal-client/call-temporal.ts';
import { startJob, type StartedJob } from '../../temporal-client/job-control.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { starting, startProblems } from '../idempotent.ts';
import { orProblem } from '../or-problem.ts';
import { Problem } from '../problem.ts';
import { guarded, json, jsonBody, operation, optionalBody, problems } from '../route-parts.ts';
import {
  jobIdParameter,
  jobPriority,
  jobTypesSchema,
  newJobSchema,
  startedJobSchema,
} from '../schemas/jobs.ts';
import { requireJob } from '../require-job.ts';
import { requesterOf } from '../tasks/start-task.ts';

const tag = 'Jobs';

const typesRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/job-types', 'listJobTypes', tag),
  summary: 'The registered job types, and the payload that each takes',
  responses: { 200: json(jobTypesSchema, 'The types, by name.'), ...problems() },
});

/** Adds the routes that start and retry jobs. */
export function addJobStartRoutes(api: Api, tools: ApiTools): void {
  const types = describeJobTypes(tools.jobTypes);
  api.openapi(typesRoute, (c) => c.json({ items: types }, 200));

  const createJobRoute = createRoute({
    ...starting(tools),
    ...operation('post /api/jobs', 'createJob', tag),
    summary: 'Start a job, now or later',
    request: { body: jsonBody(newJobSchema) },
    responses: {
      200: json(startedJobSchema, 'A job with this id was already open, and continues.'),
      201: json(startedJobSchema, 'It was started.'),
      ...startProblems('impossible', 'not-json', 'temporal-unavailable'),
    },
  });
  api.openapi(createJobRoute, async (c) => {
    const body = typed(tools, c.req.valid('json'));
    await refuseUnfit(tools, body);
    const startId = c.get('startId');
    const input = await stored(tools, body.id ?? startId, inputOf(body));
    const started = await start(tools, input, { id: body.id, startId });
    c.set('started', { workflowId: started.workflowId, runId: started.runId });
    return c.json(await shown(tools, started, { input, ...requesterOf(c) }), started.isNew ? 201 : 200);
  });

  addRetryRoute(api, tools);
}

function addRetryRoute(api: Api, tools: ApiTools): void {
  const retryRoute = createRoute({
    ...starting(tools),
    ...operation('post /api/jobs/{id}/retry', 'retryJob', tag),
    summary: 'Run a closed job again, from where it failed',
    request: {
      params: z.strictObject({ id: jobIdParameter }),
      body: optionalBody(z.strictObject({ priority: jobPriority.optional() }).openapi('RetryJob')),
    },
    responses: {
      201: json(startedJobSchema, 'It was started.'),
      ...startProblems('not-found', 'conflict', 'impossible', 'not-json', 'temporal-unavailable'),
    },
  });
  api.openapi(retryRoute, async (c) => {
    const detail = await requireJob(tools, c.req.valid('param').id);
    const { job } = detail;
    const known = await repeatJob(tools.client, detail);
    if (known === null)
      throw new Problem('not-found', 'Temporal has deleted this job, so its input is not known.');
    const { priority } = c.req.valid('json') ?? {};
    const input = { ...known, ...(priority === undefined ? {} : { priority }) };
    const started = await start(tools, input, { id: job.id, startId: c.get('startId') });
    // Checked only after the start: an earlier copy of this request may have started the job, and its response may have been lost.
    if (!started.isNew)
      throw new Problem('conflict', `The job has not ended: it is ${job.status}. Cancel it first.`);
    c.set('started', { workflowId: started.workflowId, runId: started.runId });
    return c.json(await shown(tools, started, { input, ...requesterOf(c) }), 201);
  });
}

/** Fills in the type of a job that is requested by title. @throws Problem `impossible` */
function typed({ jobTypes }: ApiTools, body: z.output<typeof newJobSchema>): NewJob {
  const chosen = chooseJobType(jobTypes, body);
  if ('fault' in chosen) throw impossible([chosen.fault]);
  return { ...body, job_type: chosen.name };
}

/** Checks what the OpenAPI document cannot describe: job types and payloads are defined by the operator. @throws Problem `impossible` */
async function refuseUnfit({ jobTypes }: ApiTools, body: NewJob): Promise<void> {
  const { job_type: name, payload, platform, account } = body;
  const faults = [
    ...(await findRequestFaults(jobTypes, name, payload)),
    ...jobWordFaults({ platform, account }),
  ];
  if (faults.length > 0) throw impossible(faults);
}

function impossible(faults: JobFault[]): Problem {
  const errors = faults.map(({ path, message }) => ({
    in: 'body' as const,
    pointer: `/${path.join('/')}`,
    detail: `${path.join('.')} (body) ${message}.`,
  }));
  return new Problem('impossible', errors.map(({ detail }) => detail).join(' '), { errors });
}

type NewJob = z.output<typeof newJobSchema> & { job_type: string };

function inputOf({ job_type: jobType, payload, platform, account, priority, ...wishes }: NewJob): JobInput {
  const { max_retries: maxRetries, scheduled_for: scheduledFor } = wishes;
  return {
    jobType,
    payload,
    ...(platform === undefined ? {} : { platform }),
    ...(account === undefined ? {} : { account }),
    priority,
    maxRetries,
    ...(scheduledFor === undefined ? {} : { scheduledFor }),
  };
}

/** Stores a payload that is too large to travel. @returns the input as it travels */
async function stored({ db }: ApiTools, jobId: string, input: JobInput): Promise<JobInput> {
  const { payload = {} } = input;
  if (isSmall(payload)) return input;
  const pointer = pointerTo(payload);
  await storePayload(db, jobId, { sha256: pointer.stored_payload.sha256, payload });
  return { ...input, payload: pointer };
}

async function start(
  { client }: ApiTools,
  input: JobInput,
  names: { id: string | undefined; startId: string },
): Promise<StartedJob> {
  // A retry repeats an input that a person may have given to Temporal by hand, unchecked.
  return orProblem({ InvalidInput: 'impossible' }, () =>
    callTemporal(client, () => startJob(client, input, names)),
  );
}

async function shown(
  tools: ApiTools,
  started: StartedJob,
  requested: { input: JobInput } & ReturnType<typeof requesterOf>,
) {
  const run = await noteJobStart(tools, started, requested);
  return { ...toJob(jobOf(run)), already_running: !started.isNew };
}
