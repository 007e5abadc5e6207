import { useState } from 'react';
import { inDigits } from '../parts/locale.ts';
import { focusOnce } from '../parts/focus-once.ts';
import { Modal } from '../parts/modal.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import type { PayloadDecision } from '../server/payloads-api.ts';
import { Outcomes } from './outcomes.tsx';
import type { Decisions, Wish } from './use-decisions.ts';

interface DecisionDialogShown {
  wish: Wish;
  decisions: Decisions;
  reason: string;
  onReason: (reason: string) => void;
  onClose: () => void;
}

/** Says what a decision does, asks for a reason, decides one payload after the other, and shows how each has ended. */
export function DecisionDialog({ onClose, ...shown }: DecisionDialogShown) {
  const { wish, decisions } = shown;
  return (
    <Modal
      title={`${VERBS[wish.decision]} ${nounOf(wish.payloads)}`}
      onClose={() => {
        decisions.stop();
        onClose();
      }}
    >
      {(close) => <Question {...shown} onClose={close} />}
    </Modal>
  );
}

function Question({ wish, decisions, reason, onReason, onClose }: DecisionDialogShown) {
  const [isBegun, begin] = useState(false);
  const ofThese = decisions.outcomes.filter(({ payload }) =>
    wish.payloads.some(({ id }) => id === payload.id),
  );
  const outcomes = isBegun ? ofThese : [];
  const done = outcomes.filter(({ error }) => error === null).map(({ payload }) => payload.id);
  const left = wish.payloads.filter(({ id }) => !done.includes(id));
  return (
    <form
      className="mt-2 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (decisions.isRunning) return;
        begin(true);
        decisions.decide({ ...wish, payloads: left }, reason.trim());
      }}
    >
      <WhatHappens wish={wish} />
      {left.length === 0 ? null : (
        <ReasonField value={reason} onChange={onReason} isRequired isFixed={decisions.isRunning} />
      )}
      {isBegun ? <Progress done={done.length} of={wish.payloads.length} decisions={decisions} /> : null}
      {outcomes.length === 0 ? null : <Outcomes outcomes={outcomes} />}
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
            {VERBS[wish.decision]} {nounOf(left)}
            {outcomes.length === 0 || decisions.isRunning ? '' : ' again'}
          </button>
        )}
      </div>
    </form>
  );
}

const VERBS: Record<PayloadDecision['decision'], string> = { confirm: 'Confirm', reject: 'Reject' };

function nounOf(payloads: Wish['payloads']): string {
  const [only, ...others] = payloads;
  return only !== undefined && others.length === 0 ? `payload ${only.id}` : `${payloads.length} payloads`;
}

function WhatHappens({ wish: { decision, payloads } }: { wish: Wish }) {
  const isOne = payloads.length === 1;
  const stores = [...new Set(payloads.map(({ dispensary_name: name }) => name))];
  const shown = stores.slice(0, 5).join(', ');
  const more = stores.length > 5 ? ` and ${inDigits(stores.length - 5)} more stores` : '';
  return (
    <>
      <p className="text-sm break-words text-(--soft)">
        {stores.length === 1 ? 'Store' : 'Stores'}: {shown}
        {more}.
      </p>
      <p>
        {decision === 'confirm'
          ? `${isOne ? 'It is' : 'They are'} believed and ingested now: what ${isOne ? 'it shows is' : 'they show is'} what the shelves show. Menus of the same store that were fetched before and still wait are settled with it: confirmed where they saw the same, else rejected.`
          : `${isOne ? 'It is' : 'They are'} never ingested: the shelves stay as they are, and ${isOne ? 'the file is' : 'the files are'} kept.`}
      </p>
    </>
  );
}

interface ProgressShown {
  done: number;
  of: number;
  decisions: Decisions;
}

function Progress({ done, of, decisions: { isRunning } }: ProgressShown) {
  return (
    <div>
      <p ref={isRunning ? undefined : focusOnce} role="status" tabIndex={-1} className="outline-none">
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
    </div>
  );
}
