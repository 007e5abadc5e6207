import { SelectedCount } from '../parts/selection.tsx';
import { useState, type ReactNode } from 'react';
import { ActionButton } from '../parts/action-button.tsx';
import { inDigits } from '../parts/locale.ts';
import { describeTests } from './describe-proxy.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { WhyNot } from '../parts/why-not.tsx';
import type { Proxy } from '../server/proxies-api.ts';
import { useSession, whyNotOperate } from '../session/use-session.ts';
import { useSelection } from '../tasks/use-selection.ts';
import type { State } from './proxy-search.ts';
import { ProxyTable } from './proxy-table.tsx';
import { SwitchDialog, type RequestedSwitch } from './switch-dialog.tsx';
import { useProxyTests, type ProxyTests } from './use-proxy-tests.ts';

interface ProxyListShown {
  all: readonly Proxy[];
  /** The proxies of the chosen state. */
  listed: readonly Proxy[];
  /** Undefined: all states. */
  state: State | undefined;
  refresh: () => Promise<void>;
  /** Takes the place of the table while no proxy is listed. */
  children: ReactNode;
}

/** How many further rows are shown at a time. */
const STEP = 300;

/** The list of proxies, with actions for the selected ones. */
export function ProxyList({ all, listed, state, refresh, children }: ProxyListShown) {
  const { data: session } = useSession();
  const { selected, select, clear } = useSelection(state);
  const [most, setMost] = useState(STEP);
  const [request, setRequest] = useState<RequestedSwitch | null>(null);
  const tests = useProxyTests();
  const shown = listed.slice(0, most);
  const chosen = shown.filter(({ id }) => selected.has(String(id)));
  return (
    <div className="grid min-w-0 gap-3 rounded-lg border border-(--line) bg-(--surface) p-2">
      <Actions
        {...{ chosen, tests }}
        whyNobody={whyNotOperate(session)}
        onSwitch={(change) => setRequest({ change, proxies: chosen })}
        onClear={clear}
      />
      <TestsSummary
        tests={tests}
        shown={shown}
        onSelect={(ids) => {
          clear();
          select(ids, true);
        }}
      />
      {shown.length === 0 ? (
        children
      ) : (
        <ProxyTable proxies={shown} selected={selected} results={tests.results} onSelect={select} />
      )}
      {shown.length === listed.length ? null : (
        <button type="button" className="button justify-self-start" onClick={() => setMost(most + STEP)}>
          Show more
        </button>
      )}
      {request === null ? null : (
        <SwitchDialog
          {...{ request, all }}
          onDone={async () => {
            clear();
            await refresh();
          }}
          onClose={() => setRequest(null)}
        />
      )}
    </div>
  );
}

interface ActionsShown {
  chosen: readonly Proxy[];
  tests: ProxyTests;
  /** Why the user may not act at all; null: they may. */
  whyNobody: string | null;
  onSwitch: (change: RequestedSwitch['change']) => void;
  onClear: () => void;
}

function Actions({ chosen, tests, whyNobody, onSwitch, onClear }: ActionsShown) {
  const whyNone = whyNobody ?? (chosen.length === 0 ? 'Select some first.' : null);
  const whyNoTest = whyNone ?? (tests.isRunning ? 'A test is under way.' : null);
  return (
    <div role="group" aria-label="Actions" className="flex flex-wrap items-center gap-2">
      <ActionButton whyNot={whyNone} hint="Asks before anything is done." onClick={() => onSwitch('enable')}>
        Enable
      </ActionButton>
      <ActionButton whyNot={whyNone} hint="Asks before anything is done." onClick={() => onSwitch('disable')}>
        Disable
      </ActionButton>
      <ActionButton
        whyNot={whyNoTest}
        hint="Requests the address echo through each, as a crawl does; changes nothing."
        onClick={() => tests.test(chosen.map(({ id }) => id))}
      >
        Test
      </ActionButton>
      <SelectedCount count={chosen.length} onClear={onClear} />
      <WhyNot
        of={[
          ['Enable', whyNone],
          ['Disable', whyNone],
          ['Test', whyNoTest],
        ]}
      />
    </div>
  );
}

interface TestsSummaryShown {
  tests: ProxyTests;
  /** The proxies in the table. */
  shown: readonly Proxy[];
  onSelect: (ids: string[]) => void;
}

/** Counts the results of the tests, and selects the proxies that failed. */
function TestsSummary({ tests: { results, isRunning, error }, shown, onSelect }: TestsSummaryShown) {
  const made = [...results.values()].filter((tested) => tested !== null);
  const failed = made.filter(({ is_good: isGood }) => !isGood);
  const here = failed.filter(({ id }) => shown.some((one) => one.id === id));
  const progress = isRunning
    ? `Testing: ${inDigits(made.length)} of ${inDigits(results.size)} done`
    : 'Tested';
  return (
    <>
      {results.size === 0 ? null : (
        <p aria-live={isRunning ? 'off' : 'polite'} className="flex flex-wrap items-center gap-2 text-sm">
          {progress}: {describeTests(made.length - failed.length, failed.length)}
          {here.length === 0 || isRunning ? null : (
            <button
              type="button"
              className="button px-2 py-0.5"
              onClick={() => onSelect(here.map(({ id }) => String(id)))}
            >
              {here.length === failed.length
                ? 'Select the failed'
                : `Select the ${inDigits(here.length)} listed here`}
            </button>
          )}
        </p>
      )}
      {error === null ? null : <ProblemNotice error={error} />}
    </>
  );
}
