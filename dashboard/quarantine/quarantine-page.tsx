import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { inDigits } from '../parts/locale.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Section } from '../parts/section.tsx';
import type { PayloadDecision } from '../server/payloads-api.ts';
import { useSession, whyNotOperate } from '../session/use-session.ts';
import { useSelection } from '../tasks/use-selection.ts';
import { AlikeNotices } from './alike-notices.tsx';
import { findAlike } from './alike-rows.ts';
import { idsDecided } from './decided-groups.ts';
import { VERBS } from './describe-decision.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { Outcomes } from './outcomes.tsx';
import { PayloadDetails } from './payload-details.tsx';
import { Rejected } from './rejected.tsx';
import { useDecisions, type Decisions, type RequestedChange } from './use-decisions.ts';
import { useQuarantine, type ShownQuarantine } from './use-quarantine.ts';
import { WaitingList } from './waiting-list.tsx';
import { oldestFirst, rowAfter, rowsOf, type Waiting } from './waiting-rows.ts';

const route = getRouteApi('/quarantine');

type Decision = PayloadDecision['decision'];

/** The quarantine: well-formed but doubted menus, why they are doubted, what confirming them would change, and the decisions. */
export function QuarantinePage() {
  const { payload: open, store } = route.useSearch();
  const { data: session } = useSession();
  const shown = useQuarantine(store);
  const { selected, select, clear } = useSelection('');
  // The list is reloaded once, after the last of many decisions, not after each of them.
  const decisions = useDecisions({ onDecided: (id) => select([String(id)], false), onEnd: shown.refresh });
  const [request, setRequest] = useState<RequestedChange | null>(null);
  const [reason, setReason] = useState('');
  const failures = useMemo(() => failuresIn(decisions.outcomes), [decisions.outcomes]);
  const { rows, total, alike } = useWaiting(shown, decisions);
  const selectOnly = (ids: string[]): void => {
    clear();
    select(ids, true);
  };
  const heading = useRef<HTMLHeadingElement>(null);
  const focusOn = (id: number | undefined): void => (linkTo(id) ?? heading.current)?.focus();
  useClosed(open, focusOn);
  useEffect(() => {
    document.title = `${total === 0 ? 'Quarantine' : `${total} doubted, quarantine`} - Crawlchain`;
  }, [total]);
  const whyNot = whyNotOperate(session);
  const onRequest = (decision: Decision, wanted: readonly Waiting[]): void => {
    setReason(failedFor(decisions.outcomes, { decision, payloads: wanted }));
    setRequest({ decision, payloads: wanted });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:gap-4">
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
        Quarantine
      </h1>
      {shown.error === null ? null : <ProblemNotice error={shown.error} onRetry={shown.refresh} />}
      <AlikeNotices alike={alike} isPart={shown.loadMore !== undefined} onSelect={selectOnly} />
      <Decided {...{ decisions, onRequest }} />
      <Rejected whyNot={whyNot} />
      {open === undefined ? null : (
        <PayloadDetails
          id={open}
          {...{ whyNot, alike }}
          onDecide={(decision, payload) => onRequest(decision, [payload])}
          onSelect={selectOnly}
        />
      )}
      <WaitingList
        {...{ shown, rows, total, open, store, failures, whyNot, selected, select, clear, onRequest }}
      />
      {request === null ? null : (
        <DecisionDialog
          {...{ request, decisions, reason }}
          onReason={setReason}
          onClose={() => {
            setRequest(null);
            shown.refresh();
            const newest = newestDecided(request, decisions);
            if (newest !== undefined) focusOn(rowAfter(rows, newest)?.payload.id);
          }}
        />
      )}
    </div>
  );
}

/** Returns the waiting menus without those decided on this visit, since the list is reloaded only after the last decision. */
function useWaiting({ payloads, total }: ShownQuarantine, { outcomes }: Decisions) {
  return useMemo(() => {
    const decided = idsDecided(outcomes);
    const listed = payloads ?? [];
    const left = total - listed.filter(({ id }) => decided.has(id)).length;
    const rows = rowsOf(listed, decided);
    return { rows, total: left, alike: findAlike(rows) };
  }, [payloads, total, outcomes]);
}

/** Finds the link in the list that opens a payload. */
function linkTo(id: number | undefined): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#waiting [data-opens="${id}"]`);
}

/** Calls `onClosed` when the user has closed the details of a payload. */
function useClosed(open: number | undefined, onClosed: (id: number) => void): void {
  const before = useRef(open);
  useEffect(() => {
    if (open === undefined && before.current !== undefined) onClosed(before.current);
    before.current = open;
  });
}

function newestDecided({ payloads }: RequestedChange, { outcomes }: Decisions): Waiting | undefined {
  const decided = payloads.filter(({ id }) =>
    outcomes.some(({ payload, error }) => payload.id === id && error === null),
  );
  return oldestFirst(decided).at(-1);
}

function failuresIn(outcomes: Decisions['outcomes']): ReadonlyMap<number, Error> {
  return new Map(outcomes.flatMap(({ payload, error }) => (error === null ? [] : [[payload.id, error]])));
}

/** Returns the reason that the user gave when these decisions failed; empty unless all of them failed with the same reason. */
function failedFor(outcomes: Decisions['outcomes'], { decision, payloads }: RequestedChange): string {
  const reasons = payloads.map(({ id }) => {
    const known = outcomes.find(({ payload, error }) => payload.id === id && error !== null);
    return known?.decision === decision ? known.reason : '';
  });
  return new Set(reasons).size === 1 ? (reasons[0] ?? '') : '';
}

interface DecidedShown {
  decisions: Decisions;
  onRequest: (decision: Decision, payloads: readonly Waiting[]) => void;
}

/** Shows the outcomes of the decisions of this visit until the user clears them. */
function Decided({ decisions: { outcomes, clear }, onRequest }: DecidedShown) {
  if (outcomes.length === 0) return null;
  const failed = outcomes.filter(({ error }) => error !== null);
  return (
    <Section
      id="decided"
      title="Decided just now"
      aside={`${inDigits(outcomes.length - failed.length)} decided, ${inDigits(failed.length)} not`}
    >
      <Outcomes outcomes={outcomes} />
      <div className="mt-2 flex flex-wrap gap-2">
        {(['confirm', 'reject'] as const).map((decision) => {
          const left = failed.filter((outcome) => outcome.decision === decision);
          return left.length === 0 ? null : (
            <button
              key={decision}
              type="button"
              className="button"
              onClick={() =>
                onRequest(
                  decision,
                  left.map(({ payload }) => payload),
                )
              }
            >
              {VERBS[decision]} {inDigits(left.length)} again
            </button>
          );
        })}
        <button type="button" className="button" onClick={clear}>
          Clear these
        </button>
      </div>
    </Section>
  );
}
