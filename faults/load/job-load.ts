import { sql } from 'kysely';
import type { AcknowledgedJob } from '../check/checked-world.ts';
import type { JobRunEnd } from '../check/check-recorded-jobs.ts';
import { JOB_PREFIX } from '../../temporal-config/workflow-ids.ts';
import type { AttemptRecorder } from '../world/attempt-recorder.ts';
import type { LiveWorld } from '../world/crawl-world.ts';
import type { PlannedJob } from './plan-jobs.ts';
import type { CrawlRequests } from './request-crawls.ts';

/** Requests of planned jobs, each sent once the API has acknowledged those that it depends on. */
export interface JobLoad {
  /** Requests jobs at the same time. @returns once the API has acknowledged all of them */
  request(planned: readonly PlannedJob[]): Promise<AcknowledgedJob[]>;
  /** Requests jobs one after the other, each when the one before waits, so that it is older. */
  requestInTurn(
    planned: readonly PlannedJob[],
    untilWaiting: (job: AcknowledgedJob) => Promise<unknown>,
  ): Promise<AcknowledgedJob[]>;
  /** How many times a request had to be repeated so far. */
  repeats(): number;
  /** How many requests have no answer yet. */
  underWay(): number;
}

/** Prepares to request jobs that record their attempts. */
export function createJobLoad(requests: CrawlRequests, recorder: AttemptRecorder): JobLoad {
  let [repeats, underWay] = [0, 0];
  const answers = new Map<string, Promise<AcknowledgedJob>>();
  const requestOne = async (job: PlannedJob): Promise<AcknowledgedJob> => {
    await Promise.all(job.dependsOn.map((id) => answers.get(id)!));
    underWay += 1;
    try {
      return await requests.startJob(bodyOf(job, recorder.port), () => void (repeats += 1));
    } finally {
      underWay -= 1;
    }
  };
  return {
    repeats: () => repeats,
    underWay: () => underWay,
    request(planned) {
      for (const job of planned) answers.set(job.id, requestOne(job));
      return Promise.all(planned.map(({ id }) => answers.get(id)!));
    },
    async requestInTurn(planned, untilWaiting) {
      const acknowledged: AcknowledgedJob[] = [];
      for (const job of planned) {
        const answer = await requestOne(job);
        await untilWaiting(answer);
        acknowledged.push(answer);
      }
      return acknowledged;
    },
  };
}

function bodyOf(job: PlannedJob, port: number) {
  const { id, platform, account, priority, startsAfterMs, dependsOn, onFailure, manner, workMs } = job;
  return {
    id,
    job_type: 'recorded',
    payload: { recorder_port: port, work_ms: workMs, manner },
    platform,
    account,
    priority,
    ...(startsAfterMs === undefined
      ? {}
      : { scheduled_for: new Date(Date.now() + startsAfterMs).toISOString() }),
    ...(dependsOn.length === 0 ? {} : { depends_on: dependsOn, on_failure: onFailure }),
  };
}

/** Reads the runs of these jobs in the ledger. */
export async function readJobRuns({ db }: LiveWorld, ids: readonly string[]): Promise<JobRunEnd[]> {
  const { rows } = await sql<JobRunEnd>`
    select substr(run.workflow_id, length(${JOB_PREFIX}) + 1) as job, run.ended_as as "endedAs",
      coalesce(job.completed_at, run.ended_at) as "endedAt", job.scheduled_for as "scheduledFor",
      (select count(*)::int from run_events event
        where event.run_key = run.id and event.event in ('completed', 'failed', 'cancelled')) as "endEvents"
    from runs run left join jobs job on job.workflow_run_id = run.run_id
    where run.workflow_id = any(${ids.map((id) => `${JOB_PREFIX}${id}`)}::text[])
    order by run.started_at
  `.execute(db);
  return rows;
}
