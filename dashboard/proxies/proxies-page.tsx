import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ActionButton } from '../parts/action-button.tsx';
import { RowsCsvButton } from '../parts/csv-button.tsx';
import { inDigits } from '../parts/locale.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Empty } from '../parts/section.tsx';
import { StatusMeanings } from '../parts/status-meanings.tsx';
import { WhyNot } from '../parts/why-not.tsx';
import { describeUpdates } from '../server/live-events.ts';
import type { Proxy } from '../server/proxies-api.ts';
import { useSession, whyNotAdmin } from '../session/use-session.ts';
import { ImportDialog } from './import-dialog.tsx';
import { ProxyList } from './proxy-list.tsx';
import { inState, STATE_MEANINGS, STATES, type State } from './proxy-search.ts';
import { useProxies } from './use-proxies.ts';

const route = getRouteApi('/proxies');

/** The page of the proxies: their states and failures, tests, enabling and disabling some, and importing a list. */
export function ProxiesPage() {
  const { state } = route.useSearch();
  const { proxies, error, refresh, live } = useProxies();
  useEffect(() => {
    document.title = 'Proxies - Crawlchain';
  }, []);
  const listed = inState(proxies ?? [], state);
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto text-xl font-semibold">Proxies</h1>
        <Import onDone={refresh} />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <StateChoice state={state} proxies={proxies} />
        <div className="flex flex-wrap gap-2">
          <StatusMeanings meanings={STATE_MEANINGS} />
          <RowsCsvButton name="proxies" things="the proxies of this state" rows={listed} />
        </div>
      </div>
      {error === null ? null : <ProblemNotice error={error} onRetry={() => void refresh()} />}
      {proxies === undefined ? (
        error === null && <p className="text-(--soft)">Loading</p>
      ) : (
        <>
          <p role="status" className="text-sm text-(--soft)">
            {inDigits(listed.length)} listed, {describeUpdates(live)}
          </p>
          <ProxyList {...{ all: proxies, listed, state, refresh }}>
            <NoProxies state={state} />
          </ProxyList>
        </>
      )}
    </div>
  );
}

function Import({ onDone }: { onDone: () => Promise<void> }) {
  const { data: session } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const whyNot = whyNotAdmin(session);
  return (
    <>
      <ActionButton
        whyNot={whyNot}
        hint="Checks a pasted list, and asks before anything is done."
        onClick={() => setIsOpen(true)}
      >
        Import
      </ActionButton>
      <WhyNot of={[['Import', whyNot]]} />
      {isOpen ? <ImportDialog onDone={onDone} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

interface StateChoiceShown {
  /** Undefined: all states. */
  state: State | undefined;
  proxies: readonly Proxy[] | undefined;
}

function StateChoice({ state, proxies }: StateChoiceShown) {
  const navigate = useNavigate();
  return (
    <div role="group" aria-label="State" className="flex flex-wrap gap-1.5">
      {([undefined, ...STATES] as const).map((choice) => (
        <button
          key={choice ?? 'all'}
          type="button"
          aria-pressed={choice === state}
          data-state={choice ?? 'all'}
          className="button px-2 py-0.5 text-sm aria-pressed:border-(--ink) aria-pressed:bg-(--sunken)"
          onClick={() =>
            void navigate({ to: '/proxies', search: choice === undefined ? {} : { state: choice } })
          }
        >
          {choice ?? 'all'}{' '}
          <span className="font-normal tabular-nums">
            {proxies === undefined ? '' : inDigits(inState(proxies, choice).length)}
          </span>
        </button>
      ))}
    </div>
  );
}

function NoProxies({ state }: Pick<StateChoiceShown, 'state'>) {
  if (state !== undefined)
    return (
      <Empty>
        No proxy is {state}. <Link to="/proxies">Show all proxies</Link>.
      </Empty>
    );
  return (
    <Empty>
      There is no proxy, so nothing is fetched. Import adds a list; docs/how-to/add-proxies.md describes the
      accepted formats.
    </Empty>
  );
}
