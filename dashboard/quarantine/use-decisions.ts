import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { decidePayload, type PayloadDecision } from '../server/payloads-api.ts';
import { createAttemptKeys } from './attempt-keys.ts';
import type { Outcome } from './decided-groups.ts';
import { sendOneByOne, type Sent } from './send-one-by-one.ts';
import { oldestFirst, type Waiting } from './waiting-rows.ts';

type Decision = PayloadDecision['decision'];

/** What is to be decided, one after the other. */
export interface RequestedChange {
  decision: Decision;
  payloads: readonly Waiting[];
}

/** The decisions of this visit to the page. */
export interface Decisions {
  outcomes: readonly Outcome[];
  isRunning: boolean;
  decide: (request: RequestedChange, reason: string) => void;
  /** Sends no more of them. */
  stop: () => void;
  clear: () => void;
}

interface ReportedState {
  /** Called after each that was decided. */
  onDecided: (id: number) => void;
  /** Called after the last of them. */
  onEnd: () => void;
}

/** Decides payloads one after the other, as fast as the API takes them. */
export function useDecisions({ onDecided, onEnd }: ReportedState): Decisions {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  const [keys] = useState(createAttemptKeys);
  const sending = useRef(new AbortController());
  const stop = useCallback(() => sending.current.abort(), []);
  useEffect(() => stop, [stop]);

  async function send(requested: PayloadDecision, payload: Waiting): Promise<Sent> {
    const outcome = { payload, ...requested };
    try {
      const made = await decidePayload(payload.id, requested, keys.keyOf(payload.id, requested));
      keys.settle(payload.id, null);
      setOutcomes((known) => withOutcome(known, { ...outcome, ...made, error: null }));
      onDecided(payload.id);
      return 'sent';
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      keys.settle(payload.id, error);
      const againAfterMs = retryAfterMs(error);
      if (againAfterMs !== null) return { againAfterMs };
      setOutcomes((known) =>
        withOutcome(known, { ...outcome, taskId: null, before: null, settled: [], error }),
      );
      return isOfAll(error) ? 'stop' : 'sent';
    }
  }

  async function sendAll({ decision, payloads }: RequestedChange, reason: string): Promise<void> {
    sending.current = new AbortController();
    setIsRunning(true);
    // What became of them before is not what becomes of them now.
    setOutcomes((known) => known.filter(({ payload }) => !payloads.some(({ id }) => id === payload.id)));
    // Each confirmation settles what was fetched before it.
    await sendOneByOne(
      oldestFirst(payloads),
      (payload) => send({ decision, reason }, payload),
      sending.current.signal,
    );
    setIsRunning(false);
    onEnd();
  }

  return {
    outcomes,
    isRunning,
    decide: (request, reason) => void sendAll(request, reason),
    stop,
    clear: useCallback(() => setOutcomes([]), []),
  };
}

/**
 * How long the API wants nothing more: many decisions are more than it takes in a second, and one whose answer was lost may be
 * under way.
 */
export function retryAfterMs(error: Error): number | null {
  if (!(error instanceof ApiProblem)) return null;
  return error.status === 429 || error.code === 'idempotency-key-in-use' ? error.retryAfterMs : null;
}

/** Whether the next would fail as well: the API is away, or the key may not. */
function isOfAll(error: Error): boolean {
  return (
    !(error instanceof ApiProblem) ||
    error.status === null ||
    [401, 403, 429].includes(error.status) ||
    error.status >= 500
  );
}

function withOutcome(known: readonly Outcome[], outcome: Outcome): Outcome[] {
  return [...known.filter(({ payload }) => payload.id !== outcome.payload.id), outcome];
}
