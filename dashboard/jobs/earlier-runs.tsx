import { Moment } from '../parts/moment.tsx';
import { Section, TableFrame } from '../parts/section.tsx';
import type { JobDetail } from '../server/api-client.ts';
import { describeError } from '../tasks/describe-error.ts';
import { StatusBadge } from '../tasks/describe-run.tsx';

/** Lists the runs of a job before its last retry, the newest first; nothing if there are none. */
export function EarlierRuns({ job: { earlier_runs: runs } }: { job: JobDetail }) {
  if (runs.length === 0) return null;
  return (
    <Section id="earlier" title="Earlier runs">
      <TableFrame label="Earlier runs of the job">
        <thead>
          <tr>
            {['Created', 'Status', 'Ended', 'Error'].map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.run_id}>
              <td>
                <Moment at={run.created_at} />
              </td>
              <td>
                <StatusBadge of="jobs" status={run.status} />
              </td>
              <td>{run.completed_at === null ? '' : <Moment at={run.completed_at} />}</td>
              <td className="break-words">{describeError(run.error_kind, run.error_message)}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </Section>
  );
}
