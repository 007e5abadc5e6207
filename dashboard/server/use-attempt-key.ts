import { useState } from 'react';
import { isAnswered, newIdempotencyKey } from '../../api-client/change-headers.ts';

/** The idempotency key of the next request. */
export interface AttemptKey {
  key: string;
  /** Must be called when the request changes. */
  renew: () => void;
  /** Takes a new key if the API refused the request. */
  onError: (error: unknown) => void;
}

/** Returns an idempotency key that stays the same over the retries of a request. */
export function useAttemptKey(): AttemptKey {
  const [key, setKey] = useState(newIdempotencyKey);
  const renew = (): void => setKey(newIdempotencyKey());
  const onError = (error: unknown): void => {
    if (isAnswered(error)) renew();
  };
  return { key, renew, onError };
}
