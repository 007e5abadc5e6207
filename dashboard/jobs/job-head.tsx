import { Link } from '@tanstack/react-router';
import { StatusMeanings } from '../parts/status-meanings.tsx';
import { STATUS_MEANINGS } from '../../api-client/api-values.ts';
import type { JobDetail } from '../server/api-client.ts';
import { RunSteering } from '../tasks/run-steering.tsx';
import { StatusBadge } from '../tasks/describe-run.tsx';
import { jobTitle } from './describe-job.ts';

/** The header of the job page: title, status, progress and actions. */
export function JobHead({ job }: { job: JobDetail }) {
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="text-xl font-semibold break-words">{jobTitle(job)}</h1>
      <StatusBadge of="jobs" status={job.status} />
      <span className="text-(--soft)">
        <Link to="/jobs" search={{}}>
          job
        </Link>{' '}
        of {job.job_type ?? 'an unknown type'}
      </span>
      <StatusMeanings meanings={STATUS_MEANINGS.jobs} />
      <RunSteering of="jobs" run={job} />
      {job.status === 'running' ? <Progress job={job} /> : null}
    </header>
  );
}

function Progress({ job: { progress_percent: percent, progress_message: message } }: { job: JobDetail }) {
  return (
    <div className="basis-full">
      <progress
        className="w-full accent-(--bar-good)"
        max={100}
        value={percent}
        aria-label="Progress of the job"
      />
      <p className="text-sm">
        {percent}%{message === null ? '' : `, ${message}`}
      </p>
    </div>
  );
}
