import { Link } from '@tanstack/react-router';
import { CommandLine } from '../parts/command-line.tsx';
import { CsvButton, RowsCsvButton } from '../parts/csv-button.tsx';
import { inDigits } from '../parts/locale.ts';
import { Moment } from '../parts/moment.tsx';
import { Empty, Section } from '../parts/section.tsx';
import { Badge } from '../parts/sign.tsx';
import type { Overview } from '../server/api-client.ts';

interface Shown {
  overview: Overview;
}

/** Shows the quarantined menus that need a decision. */
export function Decisions({ overview: { quarantine } }: Shown) {
  const { waiting, items } = quarantine;
  return (
    <Section
      id="quarantine"
      title="Menus to decide"
      aside={
        waiting === 0 ? undefined : (
          <>
            {inDigits(waiting)} doubted
            <CsvButton path="/api/payloads/quarantine" queryOf={() => ({})} things="payloads" />
          </>
        )
      }
    >
      {waiting === 0 ? (
        <Empty>No menu waits for a decision.</Empty>
      ) : (
        <>
          <ul className="grid gap-2 text-sm">
            {items.map((item) => (
              <li key={item.id}>
                <Link to="/quarantine" search={{ payload: item.id }} className="font-semibold">
                  {item.dispensary_name}
                </Link>{' '}
                <span className="text-(--soft)">
                  {item.waiting === 1 ? (
                    <>payload {item.id}, </>
                  ) : (
                    <>
                      <Link to="/quarantine" search={{ store: item.dispensary_id }}>
                        {inDigits(item.waiting)} menus
                      </Link>
                      , the newest payload {item.id},{' '}
                    </>
                  )}
                  <Moment at={item.fetched_at} />
                </span>
                <p>{item.suspicion}</p>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm text-(--soft)">
            <Link to="/quarantine" search={{}}>
              Compare and decide
            </Link>
          </p>
        </>
      )}
    </Section>
  );
}

/** Shows the platforms that are stopped or refuse requests, and the proxies. */
export function Targets({ overview }: Shown) {
  const { stopped_targets: stopped, breakers, proxies } = overview;
  return (
    <Section
      id="targets"
      title="Platforms and proxies"
      aside={
        <>
          <Link to="/proxies">
            {inDigits(proxies.active)} of {inDigits(proxies.active + proxies.others)} proxies active
          </Link>
          {proxies.unreached_since === null ? '' : ', none reaches the echo'}
          <RowsCsvButton
            name="targets"
            things="the platforms and their proxies"
            rows={targetRows(overview)}
          />
        </>
      }
    >
      {stopped.length + breakers.length === 0 ? (
        <Empty>No platform is stopped, and none refuses us.</Empty>
      ) : null}
      <p className="mb-2 text-sm">
        <Link to="/platforms">Stop, start or limit platforms</Link>
      </p>
      <ul className="grid gap-2 text-sm">
        <ProxyFacts proxies={proxies} />
        {stopped.map(({ target, stopped_at: at, because }) => (
          <li key={target}>
            <Badge tone="degraded">stopped</Badge> <strong>{target}</strong> <Moment at={at} />
            {because === '' ? null : <p>{because}</p>}
          </li>
        ))}
        {breakers.map(({ target, openings, opened_at: since, open_until: until }) => (
          <li key={target}>
            <Badge tone="degraded">refuses</Badge> <strong>{target}</strong> began to refuse every proxy{' '}
            <Moment at={since} />: {inDigits(openings)} {openings === 1 ? 'pause' : 'pauses'} so far, next
            attempt <Moment at={until} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Shows why proxies are unavailable. */
function ProxyFacts({ proxies }: Pick<Overview, 'proxies'>) {
  const { active, resting, next_ready_at: nextAt, unreached_since: since } = proxies;
  return (
    <>
      {since === null ? null : (
        <li>
          <Badge tone="bad">unreached</Badge> No active proxy reaches the echo; the first attempt that did not
          was <Moment at={since} />.{' '}
          <Link to="/proxies" search={{ state: 'active' }}>
            Show and test them
          </Link>
          .
        </li>
      )}
      {nextAt === null ? null : (
        <li>
          <Badge tone="degraded">resting</Badge> {inDigits(resting)} of {inDigits(active + resting)} proxies{' '}
          {resting === 1 ? 'rests' : 'rest'} after failures, the first until <Moment at={nextAt} />.{' '}
          <Link to="/proxies" search={{ state: 'resting' }}>
            Show them
          </Link>
          .
        </li>
      )}
    </>
  );
}

/** Returns the rows of one table with the stopped platforms and the open circuit breakers. */
function targetRows({ stopped_targets: stopped, breakers }: Overview) {
  return [
    ...stopped.map(({ target, stopped_at: at, because }) => ({
      target,
      state: 'stopped',
      stopped_at: at,
      because,
      opened_at: null,
      open_until: null,
      openings: null,
    })),
    ...breakers.map(({ target, opened_at: since, open_until: until, openings }) => ({
      target,
      state: 'refuses',
      stopped_at: null,
      because: null,
      opened_at: since,
      open_until: until,
      openings,
    })),
  ];
}

/** Shows the schedules that failed or are overdue. */
export function Schedules({ overview: { schedules } }: Shown) {
  return (
    <Section
      id="schedules"
      title="Schedules"
      aside={
        schedules === null ? undefined : (
          <>
            {inDigits(schedules.enabled)} of {inDigits(schedules.total)} enabled
            <RowsCsvButton
              name="schedules"
              things="the schedules that failed or are late"
              rows={schedules.faults}
            />
          </>
        )
      }
    >
      {schedules === null ? <Empty>Temporal keeps them, and does not answer.</Empty> : null}
      {schedules?.total === 0 ? (
        <Empty>
          There are none, so nothing starts by itself. <CommandLine words="schedules apply" /> makes them.
        </Empty>
      ) : null}
      {schedules !== null && schedules.total > 0 && schedules.faults.length === 0 ? (
        <Empty>None is late, and no last run failed.</Empty>
      ) : null}
      <ul className="grid gap-2 text-sm">
        {schedules?.faults.map(({ id, state, words }) => (
          <li key={id}>
            <Badge tone="degraded">{state}</Badge> <strong>{id}</strong> {words}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Shows how the workers and the Temporal server are. */
export function Servers({ overview: { workers, temporal, as_of: asOf, stale } }: Shown) {
  return (
    <Section id="servers" title="Servers and workers">
      <dl id="workers" className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-(--soft)">
          <Link to="/workers">Workers</Link>
        </dt>
        <dd>
          {inDigits(workers.active)} active, {inDigits(workers.backing_off)} backing off,{' '}
          {inDigits(workers.draining)} stopping, {inDigits(workers.silent)} silent
        </dd>
        <dt className="text-(--soft)">Temporal</dt>
        <dd>{temporal.available ? 'answers' : (temporal.reason ?? 'does not answer')}</dd>
        <dt className="text-(--soft)">Ledger</dt>
        <dd>
          {stale ? 'behind' : 'level with Temporal'}
          {asOf === null ? (
            ', not read yet'
          ) : (
            <>
              , as of <Moment at={asOf} />
            </>
          )}
        </dd>
      </dl>
      {temporal.ui_url === null ? null : (
        <p className="mt-2 text-sm">
          <a href={temporal.ui_url}>Temporal Web UI</a>
        </p>
      )}
    </Section>
  );
}
