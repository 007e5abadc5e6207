import { createRoute, z } from '@hono/zod-openapi';
import { findJobFile } from '../../db/queries/job-files.ts';
import { isResultPointer, RESULT_FILE } from '../../domain/job-result.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { Problem } from '../problem.ts';
import { requireJob } from '../require-job.ts';
import { guarded, json, operation, problems } from '../route-parts.ts';
import { jobIdParameter } from '../schemas/jobs.ts';
import { openStored, sendStored } from '../stored-job-file.ts';

const resultRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/jobs/{id}/result', 'getJobResult', 'Jobs'),
  summary: 'The whole result of a job, from its file if it is large',
  request: { params: z.strictObject({ id: jobIdParameter }) },
  responses: {
    200: json(
      z.record(z.string(), z.unknown()).nullable(),
      'The result; null: the type of the job returned none.',
    ),
    304: { description: 'The client has this result already, by its `If-None-Match`.' },
    ...problems('not-found', 'conflict', 'temporal-unavailable'),
  },
});

/** Adds the results of jobs. */
export function addJobResultRoutes(api: Api, tools: ApiTools): void {
  api.openapi(resultRoute, async (c) => {
    const { job } = await requireJob(tools, c.req.valid('param').id);
    if (job.status !== 'completed')
      throw new Problem('conflict', `The job has no result: it is ${job.status}.`);
    if (!isResultPointer(job.result)) return c.json(job.result, 200);
    const { sha256 } = job.result.result_file;
    const file = await findJobFile(tools.db, job.id, RESULT_FILE);
    if (file?.sha256 !== sha256)
      throw new Problem(
        'not-found',
        `The file of the result of ${job.id} is deleted. Retry the job to get it again.`,
      );
    const open = () => openStored(tools.environment.STORAGE_ROOT, file, { isDeep: true });
    return sendStored(c, file, open);
  });
}
