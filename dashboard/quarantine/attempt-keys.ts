import { isAnswered, newIdempotencyKey } from '../../api-client/change-headers.ts';
import { type PayloadDecision } from '../server/payloads-api.ts';

/** The Idempotency-Keys of decisions, by payload. */
export interface AttemptKeys {
  /** The key to send a decision with: the same one again while nobody knows whether it has arrived. */
  keyOf: (id: number, requested: PayloadDecision) => string;
  /** Notes how an attempt ended. @param error null: it was decided */
  settle: (id: number, error: unknown) => void;
}

/** An answer is kept by the API with its key, so a decision that was refused needs another key to be asked for again. */
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
