import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { decidePayload, type PayloadDecision } from '../server/payloads-api.ts';
import { createAttemptKeys } from './attempt-keys.ts';
import type { Outcome } from './decided-groups.ts';
import { retryAfterMs, sendOneByOne, type Sent } from '../server/send-one-by-one.ts';
import { oldestFirst, type Waiting } from './waiting-rows.ts';

type Decision = PayloadDecision['decision'];

/** A decision to make about several payloads, one after the other. */
export interface RequestedChange {
  decision: Decision;
  payloads: readonly Waiting[];
}

/** The decisions made on this visit to the page. */
export interface Decisions {
  outcomes: readonly Outcome[];
  isRunning: boolean;
  decide: (request: RequestedChange, reason: string) => void;
  /** Stops sending further decisions. */
  stop: () => void;
  clear: () => void;
}

interface ReportedState {
  /** Called after each decided payload. */
  onDecided: (id: number) => void;
  /** Called when no further payload of a request is decided. */
  onEnd: () => void;
}

/** Returns the decisions, and functions that decide payloads one after the other, as fast as the API accepts them. */
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
    // The new outcomes of these payloads replace earlier ones.
    setOutcomes((known) => known.filter(({ payload }) => !payloads.some(({ id }) => id === payload.id)));
    // Oldest first, because each confirmation also settles the menus fetched before it.
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

/** Whether the next decision would fail as well: the API is unreachable or failing, or the key lacks permission. */
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
