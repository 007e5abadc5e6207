import { isAnswered, newIdempotencyKey } from '../../api-client/change-headers.ts';
import { type PayloadDecision } from '../server/payloads-api.ts';

/** The idempotency keys of decisions, by payload. */
export interface AttemptKeys {
  /** Returns the key for a decision. A repeated request for the same decision gets the same key until an answer has arrived. */
  keyOf: (id: number, requested: PayloadDecision) => string;
  /** Records how an attempt ended. @param error null: the decision was made */
  settle: (id: number, error: unknown) => void;
}

/** Creates the keys. The API stores each answer with its key, so a decision that was refused needs a new key. */
export function createAttemptKeys(): AttemptKeys {
  const open = new Map<number, { requested: string; key: string }>();
  return {
    keyOf(id, { decision, reason }) {
      const requested = `${decision} ${reason}`;
      const known = open.get(id);
      if (known?.requested === requested) return known.key;
      const key = newIdempotencyKey();
      open.set(id, { requested, key });
      return key;
    },
    settle(id, error) {
      if (error === null || isAnswered(error)) open.delete(id);
    },
  };
}
