import { createRoute } from '@hono/zod-openapi';
import { countPendingJobs } from '../../db/queries/run-counts.ts';
import { listWorkers } from '../../db/queries/worker-registry.ts';
import { toJob } from '../../reports/job-answer.ts';
import { listJobs } from '../../reports/list-jobs.ts';
import { toAge } from '../../reports/task-answer.ts';
import { JOBS_QUEUE } from '../../temporal-config/task-queues.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { guarded, json, operation, problems } from '../route-parts.ts';
import { schedulerStatusSchema } from '../schemas/jobs.ts';

const statusRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/scheduler/status', 'getSchedulerStatus', 'Jobs'),
  summary: 'The running jobs, how many wait, and whether a worker takes them',
  responses: { 200: json(schedulerStatusSchema, 'The current state.'), ...problems() },
});

/** The most running jobs that are listed: more than the slots of any planned fleet. */
const RUNNING_MAX = 1_000;

/** Adds a summary of jobs, in the form that the replaced system's scheduler had. */
export function addSchedulerRoutes(api: Api, { db }: ApiTools): void {
  api.openapi(statusRoute, async (c) => {
    const [open, counts, workers] = await Promise.all([
      listJobs(db, { statuses: ['running'] }, { after: null, limit: RUNNING_MAX }),
      countPendingJobs(db),
      listWorkers(db),
    ]);
    const running = open.items.map(toJob);
    const isHealthy = workers.some(
      ({ status, queues }) =>
        (status === 'active' || status === 'backing_off') && queues.some(({ queue }) => queue === JOBS_QUEUE),
    );
    return c.json(
      {
        running: running.toSorted((one, other) =>
          (one.started_at ?? '') < (other.started_at ?? '') ? -1 : 1,
        ),
        pending_counts: counts,
        worker_healthy: isHealthy,
        ...toAge(open),
      },
      200,
    );
  });
}
