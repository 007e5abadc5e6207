import { createRoute, z } from '@hono/zod-openapi';
import type { JobFilter } from '../../domain/run-filter.ts';
import { describeEnded, isClosed } from '../../domain/task.ts';
import { toJob, toJobDetail } from '../../reports/job-answer.ts';
import { countJobs } from '../../reports/count-jobs.ts';
import { listJobs } from '../../reports/list-jobs.ts';
import { toAge } from '../../reports/task-answer.ts';
import { jobFilterOf } from '../../temporal-config/run-query.ts';
import { cancelNoted } from '../../ledger/cancel-noted.ts';
import { deleteJobAndRuns } from '../../ledger/delete-job.ts';
import { webUiLink } from '../../temporal-client/web-ui-link.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { cancelOf } from '../cancel-of.ts';
import { readCursor, runPosition, writeCursor } from '../cursor.ts';
import { ORDER_PARAMETERS, refuseOrder, refuseReversedRanges } from '../run-parameters.ts';
import { Problem } from '../problem.ts';
import { requireJob } from '../require-job.ts';
import { guarded, json, listWith, operation, PAGE_PARAMETERS, problems } from '../route-parts.ts';
import { jobCountsSchema, jobDetailSchema, jobIdParameter, jobSchema } from '../schemas/jobs.ts';
import { jobFilterSchema } from '../schemas/run-filters.ts';
import { ageFields } from '../schemas/tasks.ts';
import { sendList } from '../send-list.ts';
import { addJobEditRoute } from './job-edits.ts';
import { addJobStartRoutes } from './job-starts.ts';

const tag = 'Jobs';
const request = { params: z.strictObject({ id: jobIdParameter }) };

const listRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/jobs', 'listJobs', tag),
  summary: 'Jobs, the newest first unless sorted otherwise',
  request: { query: jobFilterSchema.extend({ ...ORDER_PARAMETERS, ...PAGE_PARAMETERS }) },
  responses: {
    200: listWith(jobSchema, ageFields, 'One page.'),
    ...problems('bad-cursor', 'impossible', 'too-broad'),
  },
});

const countsRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/job-counts', 'countJobs', tag),
  summary: 'How many jobs there are of each status',
  request: { query: jobFilterSchema },
  responses: {
    200: json(jobCountsSchema, 'The counts of all statuses.'),
    ...problems('impossible', 'too-broad'),
  },
});

const oneRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/jobs/{id}', 'getJob', tag),
  summary: 'One job, with its progress and its payload',
  request,
  responses: { 200: json(jobDetailSchema, 'The job.'), ...problems('not-found', 'temporal-unavailable') },
});

const cancelRoute = createRoute({
  ...guarded('operate'),
  ...operation('post /api/jobs/{id}/cancel', 'cancelJob', tag),
  summary: 'Cancel a job that waits or runs',
  request,
  responses: {
    202: json(jobSchema, 'Its cancellation was requested; a running job ends within some seconds.'),
    ...problems('not-found', 'conflict', 'temporal-unavailable'),
  },
});

const deleteRoute = createRoute({
  ...guarded('operate'),
  ...operation('delete /api/jobs/{id}', 'deleteJob', tag),
  summary: 'Delete a job that waits or has ended; the next sweep deletes its files',
  request,
  responses: {
    204: { description: 'The job was deleted.' },
    ...problems('not-found', 'conflict', 'temporal-unavailable'),
  },
});

/** Adds the routes that list and show generic jobs. */
export function addJobRoutes(api: Api, tools: ApiTools): void {
  const { db } = tools;
  api.openapi(listRoute, async (c) => {
    const { limit, cursor, ...requested } = c.req.valid('query');
    const after = readCursor(cursor, runPosition, requested);
    const { sort, order, ...filters } = requested;
    const filter = filterOf(filters);
    refuseOrder({ sort, order }, filter.statuses);
    const page = await listJobs(db, filter, { after, limit, order: { sort, order } });
    return sendList(c, jobSchema, {
      items: page.items.map(toJob),
      next_cursor: page.next === null ? null : writeCursor(page.next, requested),
      ...toAge(page),
    });
  });

  // The path is not `/api/jobs/counts`, because `counts` may be a job's id.
  api.openapi(countsRoute, async (c) => {
    const counted = await countJobs(db, filterOf(c.req.valid('query')));
    const { counts, more } = counted;
    return c.json({ counts, more, ...toAge(counted) }, 200);
  });

  addJobStartRoutes(api, tools);
  addJobEditRoute(api, tools);

  const { TEMPORAL_UI_URL: webUi, TEMPORAL_NAMESPACE: namespace } = tools.environment;
  api.openapi(oneRoute, async (c) => {
    const job = toJobDetail(await requireJob(tools, c.req.valid('param').id));
    const path = [job.workflow_id, job.run_id];
    const web_ui_url = webUi === undefined ? null : webUiLink(webUi, { namespace, path });
    return c.json({ ...job, web_ui_url }, 200);
  });

  api.openapi(cancelRoute, async (c) => {
    const { job } = await requireJob(tools, c.req.valid('param').id);
    const execution = { workflowId: job.workflow_id, runId: job.run_id };
    const isAsked = !isClosed(job.status) && (await cancelNoted(tools, execution, cancelOf(c)));
    if (!isAsked) throw new Problem('conflict', describeEnded('The job', job.status));
    return c.json(toJob(job), 202);
  });

  api.openapi(deleteRoute, async (c) => {
    const { job } = await requireJob(tools, c.req.valid('param').id);
    if (job.status === 'running') throw new Problem('conflict', 'The job is running. Cancel it first.');
    await deleteJobAndRuns(tools, job.id);
    return c.body(null, 204);
  });
}

function filterOf(requested: z.output<typeof jobFilterSchema>): JobFilter {
  refuseReversedRanges(requested);
  return jobFilterOf(requested);
}
