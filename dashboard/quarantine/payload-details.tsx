import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useEffect, useRef } from 'react';
import { ActionButton } from '../parts/action-button.tsx';
import { Moment } from '../parts/moment.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Section } from '../parts/section.tsx';
import { Badge } from '../parts/sign.tsx';
import type { Tone } from '../parts/tone.ts';
import { Spans } from '../parts/spans.tsx';
import { readPayload, type PayloadDecision, type PayloadDetail } from '../server/payloads-api.ts';
import { useLiveEvents } from '../server/live-events.ts';
import { AlikeStores } from './alike-notices.tsx';
import type { AlikeRows } from './alike-rows.ts';
import { ChangedFields } from './changed-fields.tsx';
import { formatBelieved, choicesOf, formatRejected, VERBS } from './describe-decision.ts';
import { DoubtEnd } from './doubt-end.tsx';
import { Evidence } from './evidence.tsx';
import { useChanges } from './use-changes.ts';
import { useMissed } from './use-missed.ts';
import { PAYLOAD_KEY } from './use-quarantine.ts';
import { WhatChanges } from './what-changes.tsx';

type Decision = PayloadDecision['decision'];

interface PayloadDetailsShown {
  id: number;
  /** Why the user may not decide; null: they may. */
  whyNot: string | null;
  onDecide: (decision: Decision, payload: PayloadDetail) => void;
  /** Groups of waiting menus with the same fault. */
  alike: readonly AlikeRows[];
  onSelect: (ids: string[]) => void;
}

/** The details of a payload: why it is doubted, and what confirming it would change. */
export function PayloadDetails({ id, ...shown }: PayloadDetailsShown) {
  const place = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery({ queryKey: [PAYLOAD_KEY, id], queryFn: () => readPayload(id) });
  const isGoingIn = data?.verdict === 'confirmed' && data.ingested_at === null;
  useLiveEvents([{ key: PAYLOAD_KEY, everyMs: 1_500 }], { isEnabled: isGoingIn, types: ['task'] });
  // Moves the focus to the opened details, where the user reads on.
  useEffect(() => place.current?.focus(), [id]);
  return (
    <div ref={place} tabIndex={-1} className="grid scroll-mt-4 gap-3 outline-none">
      {error === null ? null : <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <p className="text-(--soft)">Loading payload {id}</p>
        ) : null
      ) : (
        <Details payload={data} {...shown} />
      )}
    </div>
  );
}

type DetailsShown = Omit<PayloadDetailsShown, 'id'> & { payload: PayloadDetail };

const TONES: Record<PayloadDetail['verdict'], Tone> = {
  accepted: 'good',
  suspect: 'degraded',
  confirmed: 'good',
  rejected: 'neutral',
};

function Details({ payload, whyNot, onDecide, alike, onSelect }: DetailsShown) {
  const { id, dispensary_name: name, verdict } = payload;
  return (
    <Section id="payload" title={name} aside={<Links payload={payload} />}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Badge tone={TONES[verdict]}>{verdict}</Badge>
        <span className="text-(--soft)">
          payload {id} on {payload.platform}, fetched <Moment at={payload.fetched_at} />
        </span>
      </div>
      {payload.doubt_end === null ? null : (
        <p className="mb-3">
          <DoubtEnd end={payload.doubt_end} />{' '}
          <span className="text-(--soft)">
            <Spans text={payload.doubt_end.why} />
          </span>
        </p>
      )}
      <Choices {...{ payload, whyNot, onDecide }} />
      <Decided payload={payload} />
      <h3 className="mb-2 font-semibold">
        {verdict === 'suspect' ? 'Why it is doubted' : 'Why it was doubted'}
      </h3>
      <AlikeStores {...{ alike, payload, onSelect }} />
      <Evidence payload={payload} />
      <h3 className="mt-4 mb-2 font-semibold">How its fields changed</h3>
      <ChangedFields payload={payload} />
      {payload.ingested_at === null && verdict !== 'rejected' ? (
        <>
          <h3 className="mt-4 mb-2 font-semibold">What believing it would change</h3>
          <WhatChanges payload={payload} />
        </>
      ) : null}
    </Section>
  );
}

/** The possible decisions, each with its effect. */
function Choices({ payload, whyNot, onDecide }: Pick<DetailsShown, 'payload' | 'whyNot' | 'onDecide'>) {
  const choices = choicesOf(payload);
  if (choices.length === 0) return null;
  const isAgain = payload.verdict !== 'suspect';
  return (
    <div className="mb-3 grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2">
      {choices.map((decision) => (
        <Fragment key={decision}>
          <ActionButton whyNot={whyNot} hint={HINTS[decision]} onClick={() => onDecide(decision, payload)}>
            {`${VERBS[decision]} it${isAgain ? ' again' : ''}`}
          </ActionButton>
          <p>{decision === 'confirm' ? <Believed payload={payload} /> : formatRejected(payload)}</p>
        </Fragment>
      ))}
    </div>
  );
}

const HINTS: Record<Decision, string> = {
  confirm: 'Asks for a reason, then ingests it.',
  reject: 'Asks for a reason; the catalog stays as it is.',
};

function Believed({ payload }: { payload: PayloadDetail }) {
  const { current_payload_id: current } = payload;
  if (current === null) return formatBelieved(payload);
  return <Compared payload={payload} current={current} />;
}

function Compared({ payload, current }: { payload: PayloadDetail; current: number }) {
  const { data } = useChanges(payload.dispensary_id, { from: current, to: payload.id });
  const missed = useMissed(payload);
  return formatBelieved(payload, data?.changes, missed.data);
}

function Decided({ payload }: { payload: PayloadDetail }) {
  const {
    verdict,
    decided_by: by,
    decided_at: at,
    decided_because: because,
    ingested_at: ingested,
  } = payload;
  if (verdict === 'suspect' || verdict === 'accepted') return null;
  return (
    <p role="status" className="mb-3 break-words">
      It was {verdict}
      {by === null ? '' : ` by ${by}`}
      {at === null ? null : (
        <>
          , <Moment at={at} />
        </>
      )}
      {because === null ? '.' : `: ${because}`}
      {verdict === 'rejected' ? null : (
        <>
          {' '}
          {ingested === null ? (
            'It has not been ingested.'
          ) : (
            <>
              It was ingested <Moment at={ingested} />.
            </>
          )}
        </>
      )}
    </p>
  );
}

function Links({ payload: { task_id: task, dispensary_id: store } }: { payload: PayloadDetail }) {
  return (
    <>
      {task === null ? null : (
        <>
          <Link to="/tasks/$id" params={{ id: task }}>
            The crawl that fetched it
          </Link>
          {', '}
        </>
      )}
      <Link to="/dispensaries/$id" params={{ id: String(store) }}>
        the store
      </Link>
      {', '}
      <Link
        from="/quarantine"
        to="/quarantine"
        search={({ store: alone }) => (alone === undefined ? {} : { store: alone })}
      >
        close
      </Link>
    </>
  );
}
