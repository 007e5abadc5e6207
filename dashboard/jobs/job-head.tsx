import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { BulkWish } from '../bulk/bulk-dialog.tsx';
import { ActionButton } from '../parts/action-button.tsx';
import { StatusMeanings } from '../parts/status-meanings.tsx';
import { STATUS_MEANINGS } from '../../api-client/api-values.ts';
import type { AskedBulkAction, JobDetail } from '../server/api-client.ts';
import { useSession, whyNotOperate } from '../session/use-session.ts';
import { OPEN } from '../tasks/search-keys.ts';
import { isOpen, StatusBadge } from '../tasks/run-words.tsx';
import { jobTitle } from './job-words.ts';

const BulkDialog = lazy(async () => ({ default: (await import('../bulk/bulk-dialog.tsx')).BulkDialog }));

/** What a job is called, where it is, how far, and what can be done about it. */
export function JobHead({ job }: { job: JobDetail }) {
  const { data: session } = useSession();
  const [wish, setWish] = useState<BulkWish | null>(null);
  const whyNot = whyNotOperate(session);
  // Retries leave out what would fail in the same way, unless its kind is named.
  const kind = job.error_kind === null || job.status !== 'failed' ? {} : { error: job.error_kind };
  const ask = (action: AskedBulkAction['action'], title: string, status: string): void =>
    setWish({
      asked: { action, of: 'jobs', filter: { ids: job.id, status, ...(action === 'retry' ? kind : {}) } },
      title,
    });
  const open = isOpen(job);
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
      <div className="ml-auto flex flex-wrap gap-2">
        <ActionButton
          whyNot={whyNot ?? (open ? 'It is not over.' : null)}
          hint="Runs it once more, under the same id."
          onClick={() => ask('retry', 'Retry this job', job.status)}
        >
          Retry
        </ActionButton>
        <ActionButton
          whyNot={whyNot ?? (open ? null : 'It is over.')}
          hint="Asks it to end."
          onClick={() => ask('cancel', 'End this job', OPEN.jobs.join(','))}
        >
          End
        </ActionButton>
        <ActionButton
          whyNot={whyNot ?? (job.status === 'pending' ? null : 'It does not wait.')}
          hint="Has it begin before its time."
          onClick={() => ask('start', 'Promote this job', 'pending')}
        >
          Promote
        </ActionButton>
      </div>
      {job.status === 'running' ? <Progress job={job} /> : null}
      {wish === null ? null : (
        <Suspense>
          <BulkDialog wish={wish} onClose={() => setWish(null)} />
        </Suspense>
      )}
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
