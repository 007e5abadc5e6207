import type { Db } from '../db/connect.ts';
import type { RunFilter } from '../db/queries/run-conditions.ts';
import type { JobStatus } from '../domain/job.ts';
import { isClosed, type TaskStatus } from '../domain/task.ts';
import { findJobPayloads } from '../db/queries/jobs.ts';
import type { ListedRun } from '../db/queries/runs.ts';
import { scrubJson } from '../domain/credentials.ts';
import { haveWords } from '../domain/run-list.ts';
import { jobOf, type Job } from './job.ts';
import { pageOfRuns, type AskedPage, type LedgerPage } from './list-tasks.ts';

/** Jobs that are asked for; what is absent does not narrow. */
export interface JobFilter extends Omit<
  RunFilter,
  'kind' | 'roles' | 'statuses' | 'dispensaryId' | 'state' | 'stage' | 'startedBy'
> {
  statuses?: readonly JobStatus[] | undefined;
}

/**
 * Some jobs, the newest first unless another order is asked for.
 * @throws ReadTooBroad
 */
export async function listJobs(
  db: Db,
  { statuses, ...filter }: JobFilter,
  page: AskedPage,
): Promise<LedgerPage<Job>> {
  const asked = { ...filter, kind: 'job' as const, statuses: statuses?.flatMap(runStatusesOf) };
  const { search } = filter;
  const choose = (tx: Db, listed: ListedRun[]) => withShownWords(tx, listed, search ?? '');
  return pageOfRuns(db, asked, { ...page, itemOf: jobOf, ...(search === undefined ? {} : { choose }) });
}

/** A search must not tell of credentials that are shown as `***`. */
async function withShownWords(tx: Db, listed: ListedRun[], search: string): Promise<ListedRun[]> {
  const payloads = await findJobPayloads(
    tx,
    listed.map(({ run }) => run),
  );
  return listed.filter(({ run }) => {
    const shown = scrubJson([run.errorMessage, run.result, payloads.get(run.runId) ?? null]);
    return haveWords([run.errorKind, JSON.stringify(shown)], search);
  });
}

/** A job whose worker has not been heard of runs all the same: its heartbeat timeout tells otherwise. */
function runStatusesOf(status: JobStatus): TaskStatus[] {
  if (status === 'running') return ['claimed', 'running', 'stale'];
  return isClosed(status) ? [status] : ['pending'];
}
