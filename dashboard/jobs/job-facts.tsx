import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Facts } from '../parts/facts.tsx';
import { Lasting, Moment } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import type { JobDetail } from '../server/api-client.ts';
import { searchOf } from '../tasks/search-words.ts';
import { WorkerLink } from '../workers/worker-link.tsx';

/** Shows a job's facts, payload and result. */
export function JobFacts({ job }: { job: JobDetail }) {
  const momentOf = (at: string | null): ReactNode => (at === null ? null : <Moment at={at} />);
  return (
    <Section
      id="facts"
      title="Facts"
      aside={
        job.web_ui_url === null ? undefined : <a href={job.web_ui_url}>Its workflow in the Temporal Web UI</a>
      }
    >
      <Facts
        facts={[
          [
            'Id',
            <code key="id" className="break-all">
              {job.id}
            </code>,
          ],
          ['Type', sameJobs('job_type', job.job_type)],
          ['Platform', job.platform],
          ['Account', sameJobs('account', job.account)],
          ['Priority', job.priority],
          [
            'Worker',
            job.worker_id === null ? null : (
              <WorkerLink key="worker" id={job.worker_id} name={job.worker_name} of="jobs" />
            ),
          ],
          ['Depends on', dependenciesOf(job)],
          ['Requested by', job.requested_by],
          ['Started by', job.started_by],
          ['Created', momentOf(job.created_at)],
          ['For later', momentOf(job.scheduled_for)],
          ['Begun', momentOf(job.started_at)],
          ['Ended', momentOf(job.completed_at)],
          ['Took', job.started_at === null ? null : <Lasting from={job.started_at} to={job.completed_at} />],
          [
            'Retries',
            job.max_retries === null ? job.retry_count : `${job.retry_count} of ${job.max_retries} at most`,
          ],
          ['Crashes', job.crash_count === 0 ? null : job.crash_count],
          [
            'Workflow',
            <code key="workflow" className="break-all">
              {job.workflow_id}
            </code>,
          ],
        ]}
      />
      <Json title="Payload" value={job.payload} />
      <Json title="Result" value={job.result} />
    </Section>
  );
}

/** Links to the jobs that this one depends on, each with how it ended. */
function dependenciesOf({ depends_on: all }: JobDetail): ReactNode {
  if (all.length === 0) return null;
  return (
    <ul>
      {all.map(({ id, ended_as: end }) => (
        <li key={id} className="break-all">
          <Link to="/jobs/$id" params={{ id }}>
            {id}
          </Link>
          {end === null ? '' : `: ${end}`}
        </li>
      ))}
    </ul>
  );
}

/** Links to the list of all jobs that have this value in a parameter. */
function sameJobs(parameter: string, value: string | null): ReactNode {
  if (value === null) return null;
  return (
    <Link to="/jobs" search={{ q: searchOf({ [parameter]: value }) }}>
      {value}
    </Link>
  );
}

function Json({ title, value }: { title: string; value: object | null }) {
  if (value === null) return null;
  return (
    <details className="mt-3 text-sm" open>
      <summary className="cursor-pointer font-semibold">{title}</summary>
      <pre className="overflow-x-auto" tabIndex={0} aria-label={title}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
