import { isAnswered, newIdempotencyKey } from '../../api-client/change-headers.ts';
import { type PayloadDecision } from '../server/payloads-api.ts';

/** The idempotency keys of decisions, by payload. */
export interface AttemptKeys {
  /** Returns the key for a decision. The key stays the same until an answer to the request has arrived. */
  keyOf: (id: number, requested: PayloadDecision) => string;
  /** Records how an attempt ended. @param error null: the decision was made */
  settle: (id: number, error: unknown) => void;
}

/** The API stores each answer with its key, so retrying a refused decision needs a new key. */
export function createAttemptKeys(): AttemptKeys {
  const open = new Map<number, { asked: string; key: string }>();
  return {
    keyOf(id, { decision, reason }) {
      const requested = `${decision} ${reason}`;
      const known = open.get(id);
      if (known?.asked === requested) return known.key;
      const key = newIdempotencyKey();
      open.set(id, { asked: requested, key });
      return key;
    },
    settle(id, error) {
      if (error === null || isAnswered(error)) open.delete(id);
    },
  };
}
