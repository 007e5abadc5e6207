import { createRoute, z } from '@hono/zod-openapi';
import { countDroppedLines, listLogPage, type LogLine } from '../../db/queries/job-log.ts';
import { SORT_ORDERS } from '../../domain/run-list.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { fromText } from '../parameters.ts';
import { readPage } from '../read-page.ts';
import { requireJob } from '../require-job.ts';
import { guarded, listWith, operation, PAGE_PARAMETERS, problems, time } from '../route-parts.ts';
import { jobIdParameter } from '../schemas/jobs.ts';
import { sendList } from '../send-list.ts';

const jobLogLineSchema = z
  .object({
    number: z.int().openapi({ description: 'Within the newest run, from 1.' }),
    attempt: z.int(),
    at: time,
    line: z.string(),
  })
  .openapi('JobLogLine');

const logRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/jobs/{id}/log', 'listJobLog', 'Jobs'),
  summary: 'The lines that the newest run of a job has logged',
  request: {
    params: z.strictObject({ id: jobIdParameter }),
    query: z.strictObject({
      after: fromText(z.int().min(0))
        .default(0)
        .openapi({ description: 'Only lines after the one with this number.' }),
      order: z.enum(SORT_ORDERS).default('asc'),
      ...PAGE_PARAMETERS,
    }),
  },
  responses: {
    200: listWith(
      jobLogLineSchema,
      {
        run_id: z.string().openapi({ description: 'The run that logged them; each retry is a new run.' }),
        dropped: z.int().openapi({ description: 'How many lines fell away, because the log was too long.' }),
      },
      'One page.',
    ),
    ...problems('not-found', 'bad-cursor', 'temporal-unavailable'),
  },
});

/** Adds the log of a job. */
export function addJobLogRoute(api: Api, tools: ApiTools): void {
  const { db } = tools;
  api.openapi(logRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { limit, cursor, after, order } = c.req.valid('query');
    const { job } = await requireJob(tools, id);
    const run = { id, workflowRunId: job.run_id };
    const page = await readPage(
      { limit, cursor, filter: { ...run, after, order } },
      (at) => listLogPage(db, { ...run, after, order }, at),
      toLogLine,
    );
    const dropped = await countDroppedLines(db, run);
    return sendList(c, jobLogLineSchema, { ...page, run_id: job.run_id, dropped });
  });
}

function toLogLine({ at, ...line }: LogLine): z.input<typeof jobLogLineSchema> {
  return { ...line, at: at.toISOString() };
}
