import { useState } from 'react';
import { isAnswered, newIdempotencyKey } from './noted.ts';

/** The idempotency key of what is asked next, and how to have another one. */
export interface AttemptKey {
  key: string;
  /** What is asked is another thing now. */
  renew: () => void;
  /** Notes why an attempt has failed. */
  onError: (error: unknown) => void;
}

/** The key of a request that somebody may send several times. */
export function useAttemptKey(): AttemptKey {
  const [key, setKey] = useState(newIdempotencyKey);
  const renew = (): void => setKey(newIdempotencyKey());
  const onError = (error: unknown): void => {
    if (isAnswered(error)) renew();
  };
  return { key, renew, onError };
}
