import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { decidePayload, type PayloadDecision } from '../server/payloads-api.ts';
import { createAttemptKeys } from './attempt-keys.ts';
import type { Outcome } from './decided-groups.ts';
import { oldestFirst, type Waiting } from './waiting-rows.ts';

type Decision = PayloadDecision['decision'];

/** What is to be decided, one after the other. */
export interface Wish {
  decision: Decision;
  payloads: readonly Waiting[];
}

/** The decisions of this visit to the page. */
export interface Decisions {
  outcomes: readonly Outcome[];
  isRunning: boolean;
  decide: (wish: Wish, reason: string) => void;
  /** Sends no more of them. */
  stop: () => void;
  clear: () => void;
}

/** Decides payloads one after the other. @param onDecided is called after each that was decided */
export function useDecisions(onDecided: (id: number) => void): Decisions {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  const [keys] = useState(createAttemptKeys);
  const isStopped = useRef(false);
  const stop = useCallback(() => {
    isStopped.current = true;
  }, []);
  useEffect(() => stop, [stop]);

  async function send(asked: PayloadDecision, payload: Waiting): Promise<boolean> {
    const outcome = { payload, ...asked };
    try {
      const made = await decidePayload(payload.id, asked, keys.keyOf(payload.id, asked));
      keys.settle(payload.id, null);
      setOutcomes((known) => withOutcome(known, { ...outcome, ...made, error: null }));
      onDecided(payload.id);
      return true;
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      keys.settle(payload.id, error);
      setOutcomes((known) => withOutcome(known, { ...outcome, taskId: null, settled: [], error }));
      return !isOfAll(error);
    }
  }

  async function sendAll({ decision, payloads }: Wish, reason: string): Promise<void> {
    isStopped.current = false;
    setIsRunning(true);
    // What became of them before is not what becomes of them now.
    setOutcomes((known) => known.filter(({ payload }) => !payloads.some(({ id }) => id === payload.id)));
    for (const payload of oldestFirst(payloads)) {
      // eslint-disable-next-line no-await-in-loop -- Each confirmation settles what was fetched before it.
      if (!(await send({ decision, reason }, payload)) || isStopped.current) break;
    }
    setIsRunning(false);
  }

  return {
    outcomes,
    isRunning,
    decide: (wish, reason) => void sendAll(wish, reason),
    stop,
    clear: useCallback(() => setOutcomes([]), []),
  };
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
