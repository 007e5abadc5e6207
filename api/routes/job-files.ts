import { createRoute, z } from '@hono/zod-openapi';
import { listAttemptPage, listEventPage } from '../../db/queries/job-events.ts';
import { findJobFile, listJobFiles } from '../../db/queries/job-files.ts';
import { isResultPointer, RESULT_FILE } from '../../domain/job-result.ts';
import { toRunEvent } from '../../reports/timeline.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { Problem } from '../problem.ts';
import { readPage } from '../read-page.ts';
import { requireJob } from '../require-job.ts';
import { guarded, json, list, operation, PAGE_PARAMETERS, problems } from '../route-parts.ts';
import { jobAttemptSchema, jobFileSchema, toJobAttempt, toJobFile } from '../schemas/job-files.ts';
import { jobIdParameter } from '../schemas/jobs.ts';
import { runEventSchema } from '../schemas/timeline.ts';
import { sendList } from '../send-list.ts';
import { openStored, sendStored } from '../stored-job-file.ts';

const BY_JOB = { params: z.strictObject({ id: jobIdParameter }) };
const pages = { ...BY_JOB, query: z.strictObject(PAGE_PARAMETERS) };
const listProblems = problems('not-found', 'bad-cursor', 'temporal-unavailable');

const resultRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/jobs/{id}/result', 'getJobResult', 'Jobs'),
  summary: 'The whole result of a job, from its file if it is large',
  request: BY_JOB,
  responses: {
    200: json(
      z.record(z.string(), z.unknown()).nullable(),
      'The result; null: the type of the job returned none.',
    ),
    304: { description: 'The client has this result already, by its `If-None-Match`.' },
    ...problems('not-found', 'conflict', 'temporal-unavailable'),
  },
});

const filesRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/jobs/{id}/files', 'listJobFiles', 'Jobs'),
  summary: 'The files that a job has stored, by name',
  request: pages,
  responses: { 200: list(jobFileSchema, 'One page.'), ...listProblems },
});

const fileRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/jobs/{id}/files/{name}', 'getJobFile', 'Jobs'),
  summary: 'A file of a job, to be saved; its `ETag` is its SHA-256',
  request: {
    params: z.strictObject({
      id: jobIdParameter,
      name: z.string().openapi({ 'x-takes': 'the name of a file, as in the list', examples: ['0001.png'] }),
    }),
  },
  responses: {
    200: {
      description: 'The bytes of the file.',
      content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } },
    },
    206: {
      description: 'The part that `Range` names, if `If-Range` is absent or the `ETag`.',
      content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } },
    },
    304: { description: 'The client has this file already, by its `If-None-Match`.' },
    ...problems('not-found', 'conflict', 'bad-range'),
  },
});

const eventsRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/jobs/{id}/events', 'listJobEvents', 'Jobs'),
  summary: 'The events of the newest run of a job, the oldest first',
  request: pages,
  responses: { 200: list(runEventSchema, 'One page.'), ...listProblems },
});

const attemptsRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/jobs/{id}/attempts', 'listJobAttempts', 'Jobs'),
  summary: 'The attempts of the newest run of a job, the oldest first',
  request: pages,
  responses: { 200: list(jobAttemptSchema, 'One page.'), ...listProblems },
});

/** Adds the result, the files, the events and the attempts of a job. */
export function addJobFileRoutes(api: Api, tools: ApiTools): void {
  const { db, environment } = tools;
  const root = environment.STORAGE_ROOT;
  api.openapi(resultRoute, async (c) => {
    const { job } = await requireJob(tools, c.req.valid('param').id);
    if (job.status !== 'completed')
      throw new Problem('conflict', `The job has no result: it is ${job.status}.`);
    if (!isResultPointer(job.result)) return c.json(job.result, 200);
    const file = await findJobFile(db, job.id, RESULT_FILE);
    if (file?.sha256 !== job.result.result_file.sha256)
      throw new Problem(
        'not-found',
        `The file of the result of ${job.id} is deleted. Retry the job to get it again.`,
      );
    return sendStored(c, file, () => openStored(root, file, { isDeep: true }));
  });

  api.openapi(filesRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { limit, cursor } = c.req.valid('query');
    await requireJob(tools, id);
    const page = await readPage(
      { limit, cursor, filter: { id } },
      (at) => listJobFiles(db, id, at),
      toJobFile,
    );
    return sendList(c, jobFileSchema, page);
  });

  api.openapi(fileRoute, async (c) => {
    const { id, name } = c.req.valid('param');
    const file = await findJobFile(db, id, name);
    if (file === null)
      throw new Problem('not-found', `The job ${JSON.stringify(id)} has no file ${JSON.stringify(name)}.`);
    return sendStored(c, file, () => openStored(root, file, { isDeep: false }));
  });

  api.openapi(eventsRoute, async (c) => {
    const { limit, cursor } = c.req.valid('query');
    const { runKey } = await requireJob(tools, c.req.valid('param').id);
    const read = readPage(
      { limit, cursor, filter: { runKey } },
      (at) => listEventPage(db, runKey, at),
      toRunEvent,
    );
    return sendList(c, runEventSchema, await read);
  });

  api.openapi(attemptsRoute, async (c) => {
    const { limit, cursor } = c.req.valid('query');
    const { runKey } = await requireJob(tools, c.req.valid('param').id);
    const read = readPage(
      { limit, cursor, filter: { runKey } },
      (at) => listAttemptPage(db, runKey, at),
      toJobAttempt,
    );
    return sendList(c, jobAttemptSchema, await read);
  });
}
