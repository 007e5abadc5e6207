import { useState } from 'react';
import { inDigits } from '../parts/locale.ts';
import { focusOnce } from '../parts/focus-once.ts';
import { Modal } from '../parts/modal.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { idsDecided } from './decided-groups.ts';
import { formatChanges, VERBS } from './describe-decision.ts';
import { Outcomes } from './outcomes.tsx';
import { namePayloads } from './payload-names.tsx';
import { firstReasonOf } from './describe-suspicion.ts';
import type { Decisions, RequestedChange } from './use-decisions.ts';
import { useEffectOfAll } from './use-effect-of-all.ts';
import { agreeingWith, settledWith } from './waiting-rows.ts';

interface DecisionDialogShown {
  request: RequestedChange;
  decisions: Decisions;
  reason: string;
  onReason: (reason: string) => void;
  onClose: () => void;
}

/**
 * The dialog of a decision: says what the decision does, asks for a reason, decides the payloads one by one and shows each
 * outcome.
 */
export function DecisionDialog({ onClose, ...shown }: DecisionDialogShown) {
  const { request, decisions } = shown;
  return (
    <Modal
      // The title has no number: earlier menus may be decided together with these, and the button says how many.
      title={`${VERBS[request.decision]} ${request.payloads.length === 1 ? nounOf(request.payloads) : 'doubted menus'}`}
      onClose={() => {
        decisions.stop();
        onClose();
      }}
    >
      {(close) => <Question {...shown} onClose={close} />}
    </Modal>
  );
}

function Question({ request, decisions, reason, onReason, onClose }: DecisionDialogShown) {
  const [isBegun, begin] = useState(false);
  const [isTogether, setTogether] = useState(true);
  const [agreeing] = useState(() => agreeingIn(request, decisions));
  const wanted = isTogether ? [...request.payloads, ...agreeing] : request.payloads;
  const ofThese = decisions.outcomes.filter(({ payload }) => wanted.some(({ id }) => id === payload.id));
  const outcomes = isBegun ? ofThese : [];
  const done = outcomes.filter(({ error }) => error === null).map(({ payload }) => payload.id);
  const left = wanted.filter(({ id }) => !done.includes(id));
  return (
    <form
      className="mt-2 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (decisions.isRunning) return;
        begin(true);
        decisions.decide({ ...request, payloads: left }, reason.trim());
      }}
    >
      <WhatHappens request={request} />
      {left.length === 0 ? null : (
        <ReasonField value={reason} onChange={onReason} isRequired isFixed={decisions.isRunning} />
      )}
      {agreeing.length === 0 ? null : (
        <label className="flex items-baseline gap-2">
          <input
            type="checkbox"
            checked={isTogether}
            disabled={isBegun}
            onChange={() => setTogether(!isTogether)}
          />
          Also reject {namePayloads(agreeing.map(({ id }) => id))}, which agree with it.
        </label>
      )}
      {isBegun ? <Progress done={done.length} of={wanted.length} {...{ decisions, outcomes }} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <button type="button" className="button" onClick={onClose}>
          {decisions.isRunning ? 'Stop' : isBegun ? 'Close' : 'Cancel'}
        </button>
        {left.length === 0 ? null : (
          <button
            type="submit"
            className="button button-main"
            disabled={decisions.isRunning || reason.trim() === ''}
          >
            {VERBS[request.decision]} {nounOf(left)}
            {outcomes.length === 0 || decisions.isRunning ? '' : ' again'}
          </button>
        )}
      </div>
    </form>
  );
}

/** Returns the earlier menus that can be rejected together with these; none for a confirmation, which settles them anyway. */
function agreeingIn(
  { decision, payloads }: RequestedChange,
  { outcomes }: Decisions,
): RequestedChange['payloads'] {
  return decision === 'reject' ? agreeingWith(payloads, idsDecided(outcomes)) : [];
}

function nounOf(payloads: RequestedChange['payloads']): string {
  const [only, ...others] = payloads;
  return only !== undefined && others.length === 0 ? `payload ${only.id}` : `${payloads.length} payloads`;
}

/** What the decision does to one payload, and to several. */
const EFFECTS: Record<RequestedChange['decision'], [one: string, many: string]> = {
  confirm: [
    'It is confirmed and ingested now. The catalog then shows this menu.',
    'They are confirmed and ingested now. The catalog then shows these menus.',
  ],
  reject: [
    'It is never ingested: the catalog keeps the previous menu. Its file is kept, but it cannot be believed later; the next menu of the store is judged as usual.',
    'They are never ingested: the catalog keeps the previous menus. Their files are kept, but they cannot be believed later; the next menu of each store is judged as usual.',
  ],
};

/** How many payloads are named; further ones are only counted. */
const NAMED_MAX = 5;

function WhatHappens({ request: { decision, payloads } }: { request: RequestedChange }) {
  const isOne = payloads.length === 1;
  const more = payloads.length - NAMED_MAX;
  return (
    <>
      <ul className="text-sm break-words text-(--soft)" aria-label="What is doubted">
        {payloads.slice(0, NAMED_MAX).map(({ id, dispensary_name: store, suspicion }) => (
          <li key={id}>
            <strong>{store}</strong>
            {suspicion === null ? null : `: ${firstReasonOf(suspicion).first}`}
          </li>
        ))}
        {more > 0 ? <li>and {inDigits(more)} more</li> : null}
      </ul>
      <p>
        {EFFECTS[decision][isOne ? 0 : 1]}
        {decision === 'confirm' ? ` ${formatSettled(payloads)}` : ''}
      </p>
      {decision === 'confirm' ? <WhatTheyChange payloads={payloads} /> : null}
    </>
  );
}

/** Shows the total effect on the catalog, because a user who confirms many menus has not seen the changes of each. */
function WhatTheyChange({ payloads }: { payloads: RequestedChange['payloads'] }) {
  const { data, error, isLoading } = useEffectOfAll(payloads);
  if (isLoading) return <p className="text-(--soft)">Counting what changes in the catalog</p>;
  if (error !== null) return <p>What changes in the catalog is not known: {error.message}</p>;
  return data === undefined ? null : (
    <p>
      Compared with the catalog: <strong>{formatChanges(data)}</strong>.
    </p>
  );
}

function formatSettled(payloads: RequestedChange['payloads']): string {
  const { confirmed, rejected } = settledWith(payloads);
  if (confirmed.length + rejected.length === 0) return 'No earlier menu waits.';
  const same =
    confirmed.length === 0 ? '' : ` Confirmed too, because they agree: ${namePayloads(confirmed)}.`;
  const others = rejected.length === 0 ? '' : ` Rejected, because they differ: ${namePayloads(rejected)}.`;
  return `Earlier menus that wait are decided with ${payloads.length === 1 ? 'it' : 'them'}.${same}${others}`;
}

interface ProgressShown {
  done: number;
  of: number;
  decisions: Decisions;
  outcomes: Decisions['outcomes'];
}

/** Shows how many decisions are made. Takes the focus at the end, so that a screen reader reads the outcome. */
function Progress({ done, of, decisions: { isRunning }, outcomes }: ProgressShown) {
  return (
    <div
      ref={isRunning ? undefined : focusOnce}
      role="status"
      aria-atomic={false}
      tabIndex={-1}
      className="grid gap-2 outline-none"
    >
      <p>
        {isRunning ? 'Under way: ' : ''}
        {inDigits(done)} of {inDigits(of)} decided.
      </p>
      {of === 1 ? null : (
        <progress
          className="w-full accent-(--bar-good)"
          max={of}
          value={done}
          aria-label="Progress of the decisions"
        />
      )}
      {outcomes.length === 0 ? null : <Outcomes outcomes={outcomes} />}
    </div>
  );
}
