import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { inDigits } from '../parts/locale.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Section } from '../parts/section.tsx';
import { Spans } from '../parts/spans.tsx';
import { readJob, type JobDetail } from '../server/api-client.ts';
import { useLiveEvents } from '../server/live-events.ts';
import { describeEnding } from '../tasks/describe-end.ts';
import { describeError, explainError } from '../tasks/describe-error.ts';
import { RunEvents } from '../tasks/run-events.tsx';
import { isOpen, openTitleOf } from '../tasks/describe-run.tsx';
import { EarlierRuns } from './earlier-runs.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobFiles } from './job-files.tsx';
import { JobHead } from './job-head.tsx';
import { JOB_LOG_KEY, JobLog } from './job-log.tsx';
import { jobTitle, urlsIn } from './describe-job.ts';

const route = getRouteApi('/jobs/$id');

const JOB_KEY = 'job';
const ASK_AFTER_FAILURE_MS = 3_000;
const OWN_EVERY_MS = 300;
const WAIT_EVERY_MS = 5_000;

/** The page of one job: progress, result and actions. */
export function JobPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: [JOB_KEY, id],
    queryFn: () => readJob(id),
    refetchInterval: ({ state }) => {
      if (state.data === undefined) return false;
      if (state.status === 'error') return ASK_AFTER_FAILURE_MS;
      // The reason why a pending job waits changes with the workers, without an event of the job, so poll.
      return state.data.status === 'pending' ? WAIT_EVERY_MS : false;
    },
  });
  // A retry keeps the job's id, so the page follows the events of a closed job too.
  const own = { ids: new Set([id]), everyMs: OWN_EVERY_MS };
  useLiveEvents(
    [
      { key: JOB_KEY, ...own },
      { key: JOB_LOG_KEY, ...own },
    ],
    { types: ['job'] },
  );
  useEffect(() => {
    document.title = `${data === undefined ? 'Job' : `${jobTitle(data)}: ${data.status}`} - Crawlchain`;
  }, [data]);
  if (data === undefined)
    return error === null ? (
      <p className="text-(--soft)">Loading</p>
    ) : (
      <ProblemNotice error={error} onRetry={() => void refetch()} />
    );
  return (
    <div className="grid gap-3 sm:gap-4">
      {error === null ? null : <ProblemNotice error={error} />}
      <JobHead key={data.id} job={data} />
      <WhatIsWrong job={data} />
      <Section id="timeline" title="What happened">
        <RunEvents timeline={data.timeline} retries={data.retry_count} endedAt={data.completed_at} />
      </Section>
      <JobLog job={data} />
      <JobFiles job={data} />
      <EarlierRuns job={data} />
      <JobFacts job={data} />
    </div>
  );
}

/** Shows why the job waits, why its last attempt failed, or how it ended; nothing if none of these is known. */
function WhatIsWrong({ job }: { job: JobDetail }) {
  const { error_kind: kind, error_message: error, waiting_for: waiting } = job;
  const isCancelled = job.status === 'cancelled';
  const explained = isCancelled ? null : explainError(job, isOpen(job));
  const end = describeEnding(job);
  if (error === null && waiting === null && end === null) return null;
  const ended = isCancelled ? 'Why did it end?' : 'What went wrong?';
  return (
    <Section id="why" title={isOpen(job) ? openTitleOf(job) : ended}>
      {end === null ? null : (
        <p className="break-words">
          <Spans text={end} />
        </p>
      )}
      {waiting === null ? null : (
        <p>
          It waits for <Spans text={waiting} />.
        </p>
      )}
      {error === null || isCancelled ? null : (
        <p className="break-words whitespace-pre-wrap">{describeError(kind, error)}</p>
      )}
      {error === null ? null : <Given payload={job.payload} />}
      {explained === null ? null : <p className="text-(--soft)">{explained}</p>}
    </Section>
  );
}

/** Shows the first URL of a job's payload, since most errors concern that URL. */
function Given({ payload }: Pick<JobDetail, 'payload'>) {
  const [first, ...others] = urlsIn(payload);
  if (first === undefined) return null;
  return (
    <p className="break-words">
      It was given <code className="break-all">{first}</code>
      {others.length === 0 ? '' : ` and ${inDigits(others.length)} more`}.
    </p>
  );
}
