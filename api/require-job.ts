import { readJobDetail, type JobDetail } from '../reports/job-detail.ts';
import type { ApiTools } from './api-env.ts';
import { Problem } from './problem.ts';

/** Reads one job with all its details. @throws Problem `not-found` */
export async function requireJob(tools: ApiTools, id: string): Promise<JobDetail> {
  const detail = await readJobDetail(tools, id);
  if (detail === null) throw new Problem('not-found', `There is no job ${JSON.stringify(id)}.`);
  return detail;
}
