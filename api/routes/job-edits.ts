import { createRoute, z } from '@hono/zod-openapi';
import { storeLargePayload } from '../../db/queries/job-payloads.ts';
import { findRun } from '../../db/queries/runs.ts';
import { describeNotEditable } from '../../domain/job-edit.ts';
import { isClosed } from '../../domain/task.ts';
import { withoutUndefined } from '../../domain/without-undefined.ts';
import { toJob } from '../../reports/job-answer.ts';
import { jobOf } from '../../reports/job.ts';
import { callTemporal } from '../../temporal-client/call-temporal.ts';
import { editJob } from '../../temporal-client/edit-job.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { starting, startProblems } from '../idempotent.ts';
import { refuseOtherWork, refuseUnfit } from '../job-payload.ts';
import { Problem } from '../problem.ts';
import { requireJob } from '../require-job.ts';
import { json, jsonBody, operation } from '../route-parts.ts';
import { editedJobSchema, jobIdParameter, jobSchema } from '../schemas/jobs.ts';
import { requesterOf } from '../tasks/start-task.ts';

/** Adds the route that edits a job which waits. */
export function addJobEditRoute(api: Api, tools: ApiTools): void {
  const editRoute = createRoute({
    ...starting(tools),
    ...operation('patch /api/jobs/{id}', 'editJob', 'Jobs'),
    summary: 'Edit a job that waits for its time or for a worker',
    request: { params: z.strictObject({ id: jobIdParameter }), body: jsonBody(editedJobSchema) },
    responses: {
      200: json(jobSchema, 'The job as edited; no attempt runs with the earlier values.'),
      ...startProblems('not-found', 'conflict', 'impossible', 'not-json', 'temporal-unavailable'),
    },
  });
  api.openapi(editRoute, async (c) => {
    const { job } = await requireJob(tools, c.req.valid('param').id);
    if (isClosed(job.status)) throw new Problem('conflict', describeNotEditable('ended'));
    const { priority, scheduled_for: scheduledFor, payload } = c.req.valid('json');
    if (payload !== undefined) {
      refuseOtherWork(job, payload);
      await refuseUnfit(tools, { job_type: job.job_type ?? '', payload });
    }
    const { requestedBy, reason, startId: updateId } = requesterOf(c);
    const edit = withoutUndefined({
      priority,
      scheduledFor,
      payload: payload === undefined ? undefined : await storeLargePayload(tools.db, job.id, payload),
      requestedBy: requestedBy ?? undefined,
      reason: reason ?? undefined,
    });
    const run = { workflowId: job.workflow_id, runId: job.run_id };
    const refusal = await callTemporal(tools.client, () => editJob(tools.client, run, { ...edit, updateId }));
    if (refusal !== null) throw new Problem('conflict', refusal);
    const edited = await findRun(tools.db, run);
    return c.json(toJob(edited === null ? job : jobOf(edited)), 200);
  });
}
