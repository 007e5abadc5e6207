import type { Db } from '../db/connect.ts';
import {
  deleteReplacedFiles,
  listEndedJobs,
  recordFoundFile,
  whileEnded,
  type EndedJob,
} from '../db/queries/sweep-job-files.ts';
import { RESULT_FILE } from '../domain/job-result.ts';
import type { JobFiles } from '../storage/job-files.ts';
import { heartbeat } from './heartbeat.ts';
import { inspectFound } from './keep-job-files.ts';

interface SweepTools {
  db: Db;
  jobFiles: JobFiles;
  /** The pod whose own disk is swept; empty where all workers share their storage. */
  holder: string;
}

/**
 * Deletes the files of deleted jobs and earlier runs. Then records files that a kill has left without a row in jobs that have ended, and
 * deletes a result that no run completed with.
 * @returns how many files were deleted
 */
export async function sweepJobFiles(tools: SweepTools): Promise<number> {
  const { db, jobFiles, holder } = tools;
  let deletedFiles = 0;
  for (let isMore = true; isMore;) {
    const swept = await deleteReplacedFiles(db, holder, (id, names) => jobFiles.remove(id, names));
    deletedFiles += swept.count;
    ({ isMore } = swept);
    heartbeat({ deletedFiles });
  }
  for (let after = ''; ;) {
    const jobs = await listEndedJobs(db, { holder, after });
    for (const job of jobs) await recordFoundFiles(tools, job);
    heartbeat({ deletedFiles });
    const last = jobs.at(-1);
    if (last === undefined) return deletedFiles;
    after = last.id;
  }
}

async function recordFoundFiles({ db, jobFiles, holder }: SweepTools, job: EndedJob): Promise<void> {
  const known = new Set(job.names);
  for (const name of await jobFiles.list(job.id)) {
    if (known.has(name)) continue;
    if (name === RESULT_FILE) {
      await whileEnded(db, job, () => jobFiles.remove(job.id, [RESULT_FILE]));
      continue;
    }
    await recordFoundFile(db, job, await inspectFound({ jobFiles, holder, jobId: job.id }, name));
    heartbeat({ found: name });
  }
}
