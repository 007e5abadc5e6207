import { readEnvironment } from '../../../config/environment.ts';
import { JobTypesRefused, loadJobTypes, type JobTypes } from '../../../jobs/load-job-types.ts';
import { readJobDetail, type JobDetail } from '../../../reports/job-detail.ts';
import { CommandRefused } from '../../command-refused.ts';
import type { Servers } from '../../with-servers.ts';

/** @throws CommandRefused when there is no such job */
export async function findJob(servers: Servers, id: string): Promise<JobDetail> {
  const detail = await readJobDetail(servers, id);
  if (detail !== null) return detail;
  throw new CommandRefused(
    `There is no job ${JSON.stringify(id)}; it takes an id as \`crawlchain jobs list\` shows it.`,
  );
}

/**
 * The registered types of jobs, our own and those of JOB_TYPES.
 * @throws CommandRefused when a module of JOB_TYPES cannot be used
 */
export async function loadTypes(): Promise<JobTypes> {
  try {
    return await loadJobTypes(readEnvironment().JOB_TYPES);
  } catch (error) {
    if (error instanceof JobTypesRefused) throw new CommandRefused(error.message, { cause: error });
    throw error;
  }
}
