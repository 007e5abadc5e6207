import { createRoute, z } from '@hono/zod-openapi';
import { storeLargePayload } from '../../db/queries/job-payloads.ts';
import { deduplicatedJobId } from '../../domain/deduplicated-job-id.ts';
import type { JobInput } from '../../domain/job.ts';
import { withoutUndefined } from '../../domain/without-undefined.ts';
import { describeJobTypes } from '../../jobs/describe-job-types.ts';
import { chooseJobType } from '../../jobs/choose-job-type.ts';
import { noteJobStart } from '../../ledger/note-start.ts';
import { toJob } from '../../reports/job-answer.ts';
import { repeatJob } from '../../reports/repeat-job.ts';
import { jobOf } from '../../reports/job.ts';
import { callTemporal } from '../../temporal-client/call-temporal.ts';
import { startJob, type StartedJob } from '../../temporal-client/job-control.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { starting, startProblems } from '../idempotent.ts';
import { impossible, refuseOtherWork, refuseUnfit } from '../job-payload.ts';
import { orProblem } from '../or-problem.ts';
import { Problem } from '../problem.ts';
import { guarded, json, jsonBody, operation, optionalBody, problems } from '../route-parts.ts';
import {
  jobIdParameter,
  jobTypesSchema,
  newJobSchema,
  retriedJobSchema,
  startedJobSchema,
} from '../schemas/jobs.ts';
import { requireJob } from '../require-job.ts';
import { findDependencyFaults, noteStartedDependencies } from '../tasks/job-dependencies.ts';
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
    const id = idOf(body);
    const payload = await storeLargePayload(tools.db, id ?? startId, body.payload);
    const input = inputOf({ ...body, payload });
    const started = await start(tools, input, { id, startId });
    c.set('started', { workflowId: started.workflowId, runId: started.runId });
    return c.json(await shown(tools, started, { input, ...requesterOf(c) }), started.isNew ? 201 : 200);
  });

  addRetryRoute(api, tools);
}

function addRetryRoute(api: Api, tools: ApiTools): void {
  const retryRoute = createRoute({
    ...starting(tools),
    ...operation('post /api/jobs/{id}/retry', 'retryJob', tag),
    summary: 'Run a closed job again: from where it failed, or from the start with another payload',
    request: {
      params: z.strictObject({ id: jobIdParameter }),
      body: optionalBody(retriedJobSchema),
    },
    responses: {
      201: json(startedJobSchema, 'It was started.'),
      ...startProblems('not-found', 'conflict', 'impossible', 'not-json', 'temporal-unavailable'),
    },
  });
  api.openapi(retryRoute, async (c) => {
    const detail = await requireJob(tools, c.req.valid('param').id);
    const { job } = detail;
    const known = await repeatJob(tools, detail);
    if (known === null)
      throw new Problem('not-found', 'Temporal has deleted this job, so its input is not known.');
    const { max_retries: maxRetries, payload, priority, depends_on } = c.req.valid('json') ?? {};
    if (payload !== undefined) {
      refuseOtherWork(job, payload);
      await refuseUnfit(tools, { job_type: known.jobType, payload });
    }
    const edited = payload === undefined ? undefined : await storeLargePayload(tools.db, job.id, payload);
    const dependsOn = depends_on && [...new Set(depends_on)];
    const input = { ...known, ...withoutUndefined({ maxRetries, payload: edited, priority, dependsOn }) };
    const isKept = depends_on === undefined;
    const started = await start(tools, input, { id: job.id, startId: c.get('startId'), isKept });
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

type NewJob = z.output<typeof newJobSchema> & { job_type: string };

/** Returns the requested id of a job, or the one of its work; undefined: none is requested. @throws Problem `impossible` */
function idOf(body: NewJob): string | undefined {
  if (body.deduplicate !== true) return body.id;
  if (body.id === undefined) return deduplicatedJobId(inputOf(body));
  const message = 'takes no id beside it, because it computes one. Leave out one of the two';
  throw impossible([{ path: ['deduplicate'], message }]);
}

function inputOf({ job_type: jobType, payload, platform, account, priority, ...wishes }: NewJob): JobInput {
  const { max_retries: maxRetries, scheduled_for: scheduledFor, credentials } = wishes;
  const { depends_on: dependsOn, on_failure: onFailure } = wishes;
  return {
    jobType,
    payload,
    ...(platform === undefined ? {} : { platform }),
    ...(account === undefined ? {} : { account }),
    priority,
    maxRetries,
    ...(scheduledFor === undefined ? {} : { scheduledFor }),
    ...(dependsOn === undefined ? {} : { dependsOn: [...new Set(dependsOn)] }),
    ...(onFailure === undefined ? {} : { onFailure }),
    ...(credentials === undefined ? {} : { credentials }),
  };
}

async function start(
  tools: ApiTools,
  input: JobInput,
  { isKept = false, ...names }: { id: string | undefined; startId: string; isKept?: boolean },
): Promise<StartedJob> {
  const { client } = tools;
  const { dependsOn = [] } = input;
  const faults = await findDependencyFaults(tools, { id: names.id ?? names.startId, dependsOn, isKept });
  if (faults.length > 0) throw impossible(faults);
  // A retry repeats an input that a person may have given to Temporal by hand, unchecked.
  const started = await orProblem({ InvalidInput: 'impossible' }, () =>
    callTemporal(client, () => startJob(client, input, names)),
  );
  await noteStartedDependencies(tools, started, dependsOn);
  return started;
}

async function shown(
  tools: ApiTools,
  started: StartedJob,
  requested: { input: JobInput } & ReturnType<typeof requesterOf>,
) {
  const run = await noteJobStart(tools, started, requested);
  return { ...toJob(jobOf(run)), already_running: !started.isNew };
}
