import pLimit from 'p-limit';
import { findOpenCycle, noteDependencies } from '../../db/queries/job-dependencies.ts';
import { findKnownJobs } from '../../db/queries/jobs.ts';
import { describeCycle } from '../../domain/job-dependencies.ts';
import type { JobFault } from '../../jobs/find-job-faults.ts';
import { findJobEnd } from '../../ledger/find-job-end.ts';
import { callTemporal } from '../../temporal-client/call-temporal.ts';
import type { StartedJob } from '../../temporal-client/job-control.ts';
import type { ApiTools } from '../api-env.ts';

const CHECKED_AT_ONCE = 10;

/** What a job is to depend on. */
interface RequestedDependencies {
  id: string;
  dependsOn: readonly string[];
  /** Whether a retry keeps what the job depended on before. */
  isKept: boolean;
}

/**
 * Finds the faults in what a job is to depend on: ids that no job has, and jobs that would wait for each other.
 * @throws TemporalUnavailable
 */
export async function findDependencyFaults(
  tools: ApiTools,
  { id, dependsOn, isKept }: RequestedDependencies,
): Promise<JobFault[]> {
  if (dependsOn.length === 0) return [];
  const isOpen = async (other: string): Promise<boolean> => (await findEnd(tools, other)) === null;
  const cycle = await findOpenCycle(tools.db, { id, dependsOn }, isOpen);
  if (cycle !== null)
    return [{ path: ['depends_on'], message: `is refused. ${describeCycle(cycle)}. Leave one of them out` }];
  const known = await findKnownJobs(tools.db, dependsOn);
  const unknown = dependsOn.filter((other) => !known.has(other));
  const ends = await pLimit(CHECKED_AT_ONCE).map(unknown, (other) => findEnd(tools, other));
  return unknown
    .filter((_, at) => ends[at] === 'missing')
    .map((other) => ({
      path: ['depends_on', String(dependsOn.indexOf(other))],
      message: describeUnknown(other, isKept),
    }));
}

function describeUnknown(id: string, isKept: boolean): string {
  if (!isKept) return `takes the id of a job, got ${JSON.stringify(id)}, which no job has`;
  return `names the job ${id}, which was deleted. Retry with a depends_on that leaves it out, or is empty (--no-depends-on)`;
}

const findEnd = ({ db, client }: ApiTools, id: string) =>
  callTemporal(client, () => findJobEnd({ db, client }, id));

/** Records what a new job waits for, so that the next request finds chains through it, before a worker has taken the job. */
export async function noteStartedDependencies(
  { db }: ApiTools,
  { id, runId, isNew }: StartedJob,
  dependsOn: readonly string[] = [],
): Promise<void> {
  if (isNew && dependsOn.length > 0) await noteDependencies(db, { id, workflowRunId: runId }, dependsOn);
}
