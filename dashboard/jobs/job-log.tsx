import { useQuery } from '@tanstack/react-query';
import { clockTime } from '../parts/moment.tsx';
import { inDigits } from '../parts/locale.ts';
import { Section } from '../parts/section.tsx';
import { readJobLog, type JobDetail } from '../server/api-client.ts';
import { isOpen } from '../tasks/describe-run.tsx';

/** The key of the query; the page refetches it after events of the job. */
export const JOB_LOG_KEY = 'job-log';

/** Between its steps a job logs without an event. */
const READ_EVERY_MS = 2_000;

/** Shows the newest lines that a job has logged; nothing if there are none. */
export function JobLog({ job }: { job: JobDetail }) {
  const { data } = useQuery({
    queryKey: [JOB_LOG_KEY, job.id, job.run_id],
    queryFn: () => readJobLog(job.id),
    refetchInterval: isOpen(job) ? READ_EVERY_MS : false,
  });
  const [newest] = data ?? [];
  if (data === undefined || newest === undefined) return null;
  return (
    <Section
      id="log"
      title="Log"
      aside={newest.number > data.length ? `the last of ${inDigits(newest.number)} lines` : undefined}
    >
      <ol role="log" aria-label="Log" tabIndex={0} className="max-h-96 overflow-y-auto font-mono text-sm">
        {data.toReversed().map(({ number, at, line }) => (
          <li key={number} className="break-words whitespace-pre-wrap">
            <time dateTime={at} className="text-(--soft)">
              {clockTime(at)}
            </time>{' '}
            {line}
          </li>
        ))}
      </ol>
    </Section>
  );
}
