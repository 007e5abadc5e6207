import { CsvButton } from '../parts/csv-button.tsx';
import { inDigits } from '../parts/locale.ts';
import { Empty, Section, TableFrame } from '../parts/section.tsx';
import { Sign } from '../parts/sign.tsx';
import type { Tone } from '../parts/tone.ts';
import { Moment } from '../parts/moment.tsx';
import type { Overview } from '../server/api-client.ts';
import { Spans } from '../parts/spans.tsx';

type Role = Overview['capacity']['roles'][number];

const TONES: Record<Role['forecast']['state'], Tone> = {
  clears: 'good',
  stalled: 'bad',
  grows: 'degraded',
  unknown: 'neutral',
};

const BINDINGS: Record<NonNullable<Role['forecast']['bound_by']>, string> = {
  workers: 'too few workers',
  platform: 'the pace of the platform',
  database: 'connections of the database',
  memory: 'memory of the workers',
  proxies: 'the proxies',
  failures: 'failing attempts',
};

/** Shows each role's backlog, whether it clears, and how many workers it needs. */
export function Capacity({ overview: { capacity } }: { overview: Overview }) {
  const busy = capacity.roles.filter(
    ({ pending, running, completed_last_hour: completed, failed_last_hour: failed }) =>
      pending + running + completed + failed > 0,
  );
  return (
    <Section
      id="capacity"
      title="Capacity"
      aside={
        <>
          {capacity.stale ? (
            <>queues as of {capacity.as_of === null ? 'never' : <Moment at={capacity.as_of} />} </>
          ) : null}
          <CsvButton path="/api/tasks/capacity" queryOf={() => null} things="roles" />
        </>
      }
    >
      {busy.length === 0 ? (
        <Empty>No task of any role runs or waits for a worker, and none ended within the last hour.</Empty>
      ) : (
        <TableFrame label="Capacity by role" isCards>
          <thead>
            <tr>
              <th scope="col">Role</th>
              <th scope="col">Outlook</th>
              <th scope="col">Pending</th>
              <th scope="col">Running</th>
              <th scope="col">Workers</th>
              <th scope="col">Workers to clear it in 1 / 4 / 8 h</th>
              <th scope="col">Held up by</th>
              <th scope="col">Done / failed in 1 h</th>
            </tr>
          </thead>
          <tbody>
            {busy.map((role) => (
              <RoleRow key={role.role} role={role} />
            ))}
          </tbody>
        </TableFrame>
      )}
      {busy.length === 0 ? null : (
        <p className="mt-2 text-sm text-(--soft)">
          A crawl counts once in each role that it passes: it is fetched by <code>payload_fetch</code>, then
          ingested by <code>product_refresh</code>. Its pictures belong to no role.
        </p>
      )}
    </Section>
  );
}

function RoleRow({ role }: { role: Role }) {
  const { forecast, workers_needed: needed } = role;
  // Without a backlog there is nothing to forecast.
  const isIdle = role.pending === 0 && forecast.state === 'clears';
  const counts = [needed.for_1_hour, needed.for_4_hours, needed.for_8_hours];
  return (
    <tr>
      <td className="font-semibold">{role.role}</td>
      <td data-label="Outlook">
        <span className="flex items-start gap-1">
          {isIdle ? null : <Sign tone={TONES[forecast.state]} size={16} />}
          <span>
            <Spans text={forecast.words} />
          </span>
        </span>
      </td>
      <td data-label="Pending" className="tabular-nums">
        {inDigits(role.pending)}
      </td>
      <td data-label="Running" className="tabular-nums">
        {inDigits(role.running)}
      </td>
      <td data-label="Workers" className="tabular-nums">
        {inDigits(role.active_workers)}
      </td>
      <td data-label="1 / 4 / 8 h" className="whitespace-nowrap tabular-nums">
        {isIdle ? '-' : formatNeeded(counts)}
      </td>
      <td data-label="Held up by">{heldUpBy(forecast)}</td>
      <td data-label="Done / failed" className="whitespace-nowrap tabular-nums">
        {inDigits(role.completed_last_hour)} / {inDigits(role.failed_last_hour)}
      </td>
    </tr>
  );
}

function heldUpBy({ state, bound_by: by }: Role['forecast']): string {
  if (by === null) return '-';
  if (state === 'stalled' && by === 'platform') return 'the platform';
  return BINDINGS[by];
}

/** Formats the numbers of workers that a role needs. A number is known only after a task of the role has completed. */
function formatNeeded(counts: readonly (number | null)[]): string {
  if (counts.every((count) => count === null)) return 'not known yet';
  return counts.map((count) => (count === null ? '?' : inDigits(count))).join(' / ');
}
